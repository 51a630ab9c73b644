import { describe, expect, it } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { unrestricted } from '../search/unrestricted.ts';
import { assignmentField } from '../search/assignment-field.ts';
import { rebuildIndex } from './rebuild-index.ts';
import type { RebuildParts } from './rebuild-index.ts';

const partsOf = ({ effects, index, readDocuments, store }: MaintainedCatalog): RebuildParts => ({
  ...{ effects, index, readDocuments, store },
  pause: turn,
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('rebuildIndex', () => {
  it('includes commits that the index in use has not applied yet', async () => {
    await using catalog = await MaintainedCatalog.open();
    const { effects, index, properties, store } = catalog;
    let release = (): void => undefined;
    const held = effects.between(() => new Promise<void>((resolve) => (release = resolve)));
    const before = store.log.lastSequence();
    // Both are in the store, but not in the index.
    const writes = Promise.all([catalog.define('late'), catalog.assign('a', 'late', 'x')]);
    while (store.log.lastSequence() < before + 2) await turn();
    expect(index.position()).toBe(before);

    let entities = 0;
    const control = { tell: (done: number) => (entities = done), signal: new AbortController().signal };
    const rebuilt = rebuildIndex(partsOf(catalog), control);
    while (entities === 0) await turn();
    release();
    await Promise.all([held, rebuilt, writes]);

    expect(index.position()).toBe(store.log.lastSequence());
    const late = properties.resolve('late');
    if (late === undefined) throw new Error('the directory does not know the property');
    const where = { kind: 'exists', field: assignmentField(late.urn, late.generation) } as const;
    expect(await index.count(unrestricted({ entityTypes: ['dataset'], where }))).toBe(1);
  });

  it('does not touch the index in use when it is aborted', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.define('team');
    for (let i = 0; i < 100; i++) await catalog.assign(`d${i}`, 'team', 'red');
    const stop = new AbortController();
    const control = { tell: () => stop.abort(), signal: stop.signal };
    await expect(rebuildIndex(partsOf(catalog), control)).rejects.toThrow('aborted');
    expect(await catalog.mappings('team')).toEqual(['active dataset 100']);
    expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, onlyInIndex: 0 });
  });
});
