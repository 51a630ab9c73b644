import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../test/support/memory/maintained-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { parseUrn } from '../model/urn.ts';
import { unrestricted } from '../search/unrestricted.ts';
import { assignmentField } from '../search/assignment-field.ts';
import { rebuildIndex, type RebuildParts } from './rebuild-index.ts';

const partsOf = ({ effects, index, readDocuments, store }: MaintainedCatalog): RebuildParts => ({
  effects,
  index,
  readDocuments,
  store,
  pause: turn,
});

const FAR = Number.MAX_SAFE_INTEGER;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Rebuilds until this many entities are read, then aborts. */
async function rebuildInPart(catalog: MaintainedCatalog, entities: number): Promise<void> {
  const stop = new AbortController();
  const reportProgress = (done: number): void => (done >= entities ? stop.abort() : undefined);
  const rebuilt = rebuildIndex(partsOf(catalog), { reportProgress, signal: stop.signal });
  await expect(rebuilt).rejects.toThrow('aborted');
}

describe('a rebuild that was interrupted', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-rebuild-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const control = { reportProgress: () => undefined, signal: new AbortController().signal };

  it('continues, and includes all changes since it began', async () => {
    {
      await using catalog = await MaintainedCatalog.open({ folder });
      await catalog.define('team');
      for (let i = 0; i < 300; i++) await catalog.assign(`d${i}`, 'team', 'red');
      await rebuildInPart(catalog, 150);
      // One entity already read, one not yet.
      for (const i of [20, 290]) await catalog.assign(`d${i}`, 'team', 'blue');
      for (const i of [21, 291]) await catalog.change.deleteEntity(TEST_ACTOR, parseUrn(datasetUrn(`d${i}`)));
    }
    await using catalog = await MaintainedCatalog.open({ folder });
    await catalog.assign('d22', 'team', 'green');
    const { entities, goneOnAfter = 0 } = await rebuildIndex(partsOf(catalog), control);
    expect(goneOnAfter).toBeGreaterThanOrEqual(150);
    expect(entities).toBeGreaterThan(290);
    expect(catalog.index.position()).toBe(catalog.store.log.lastSequence());
    expect(await catalog.doctor()).toMatchObject({
      missingInIndex: 0,
      onlyInIndex: 0,
      differentDocument: 0,
    });
    expect(await catalog.mappings('team')).toEqual(['active dataset 298']);
    expect(await rebuildIndex(partsOf(catalog), control)).not.toHaveProperty('goneOnAfter');
  });

  it('starts over if it must not include earlier reads', async () => {
    await using catalog = await MaintainedCatalog.open({ folder });
    await catalog.define('team');
    for (let i = 0; i < 200; i++) await catalog.assign(`d${i}`, 'team', 'red');
    await rebuildInPart(catalog, 150);
    const rebuilt = await rebuildIndex(partsOf(catalog), { ...control, isAfresh: true });
    expect(rebuilt).not.toHaveProperty('goneOnAfter');
    expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, onlyInIndex: 0 });
  });

  it('starts over if the log has been trimmed beyond its start', async () => {
    await using catalog = await MaintainedCatalog.open({ folder });
    await catalog.define('team');
    for (let i = 0; i < 200; i++) await catalog.assign(`d${i}`, 'team', 'red');
    await rebuildInPart(catalog, 150);
    for (let i = 0; i < 5; i++) await catalog.assign('d1', 'team', `blue ${i}`);
    while ((await catalog.store.audit.purge({ before: FAR, keep: FAR })) > 0);
    await catalog.store.trimLog({ below: catalog.store.log.lastSequence(), before: FAR });
    expect(await rebuildIndex(partsOf(catalog), control)).not.toHaveProperty('goneOnAfter');
    expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, differentDocument: 0 });
  });
});

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
    const control = {
      reportProgress: (done: number) => (entities = done),
      signal: new AbortController().signal,
    };
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
    const control = { reportProgress: () => stop.abort(), signal: stop.signal };
    await expect(rebuildIndex(partsOf(catalog), control)).rejects.toThrow('aborted');
    expect(await catalog.mappings('team')).toEqual(['active dataset 100']);
    expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, onlyInIndex: 0 });
  });
});
