import { describe, expect, it, vi } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../test/support/memory/maintained-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { parseUrn } from '../model/urn.ts';

const ASPECT = 'structuredProperties';
const NAMES = Array.from({ length: 300 }, (_, i) => `d${i}`);

/** A catalog in which datasets hold a value of a property that has been deleted, and one of another. */
async function withDeleted(names: readonly string[] = NAMES): Promise<MaintainedCatalog> {
  const catalog = await MaintainedCatalog.open();
  await catalog.define('team');
  await catalog.define('kept');
  await catalog.change.ingest(
    TEST_ACTOR,
    names.map((name) => ({
      urn: parseUrn(datasetUrn(name)),
      aspectName: ASPECT,
      changeType: 'UPSERT',
      value: { properties: [valueOf('team'), valueOf('kept')] },
    })),
  );
  await catalog.hardDelete('team');
  return catalog;
}

const valueOf = (id: string) => ({
  propertyUrn: `urn:li:structuredProperty:${id}`,
  values: [{ string: 'red' }],
});

async function storedText({ store }: MaintainedCatalog, name: string): Promise<string | undefined> {
  const urn = parseUrn(datasetUrn(name));
  return (await store.reader.rows([urn])).get(urn)?.rows.get(ASPECT)?.aspect.text;
}

async function removalOf({ store }: MaintainedCatalog, id: string) {
  const generations = await store.reader.generations();
  return generations.find(({ propertyUrn }) => propertyUrn.endsWith(`:${id}`))?.removal;
}

describe('the removal of property values', () => {
  it('removes the values from every row, no others, and reports how many', async () => {
    await using catalog = await withDeleted();
    await catalog.removeValues();
    for (const name of NAMES) {
      expect(await storedText(catalog, name)).toBe(JSON.stringify({ properties: [valueOf('kept')] }));
    }
    expect(await removalOf(catalog, 'team')).toMatchObject({ found: 300, patched: 300 });
    expect((await removalOf(catalog, 'team'))?.finishedAt).toBeDefined();
    expect(catalog.index.position()).toBe(catalog.store.log.lastSequence());
    expect(catalog.warnings).toEqual([]);
  });

  it('leaves an index without differences, before and after a rebuild', async () => {
    await using catalog = await withDeleted();
    await catalog.removeValues();
    const nothing = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };
    expect(await catalog.doctor()).toMatchObject(nothing);
    await catalog.update({ step: 'restore-indices' });
    expect(await catalog.doctor()).toMatchObject(nothing);
    expect(await catalog.mappings('kept')).toEqual(['active dataset 300']);
  });

  it('makes writing the same values again a no-op', async () => {
    await using catalog = await withDeleted(['a']);
    await catalog.removeValues();
    const { results } = await catalog.change.ingest(TEST_ACTOR, [
      {
        urn: parseUrn(datasetUrn('a')),
        aspectName: ASPECT,
        changeType: 'UPSERT',
        value: { properties: [valueOf('kept')] },
      },
    ]);
    expect(results[0]?.outcome).toBe('unchanged');
  });

  it('removes the values of a broken generation, and not those of the next', async () => {
    await using catalog = await withDeleted(['a', 'b']);
    await catalog.define('kept', {
      version: '19700101000001',
      valueType: 'urn:li:dataType:datahub.rich_text',
    });
    const rewritten = catalog.assign('a', 'kept', 'blue');
    await catalog.removeValues();
    await rewritten;
    await catalog.removeValues();
    expect(await storedText(catalog, 'a')).toContain('blue');
    expect(await storedText(catalog, 'b')).toBe('{"properties":[]}');
  });

  it('ends at once when no entity held a value', async () => {
    await using catalog = await withDeleted([]);
    const before = catalog.store.log.lastSequence();
    await catalog.removeValues();
    expect(await removalOf(catalog, 'team')).toMatchObject({ found: 0, patched: 0 });
    expect(catalog.store.log.lastSequence()).toBe(before);
  });

  it('is retried when reading the store failed', async () => {
    await using catalog = await withDeleted(['a']);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      vi.spyOn(catalog.store.reader, 'endedGenerations').mockRejectedValueOnce(
        new Error('the store is unavailable'),
      );
      await catalog.removeValues();
      expect(catalog.warnings).toHaveLength(1);
      expect((await removalOf(catalog, 'team'))?.finishedAt).toBeUndefined();
      vi.runAllTimers();
      await catalog.removal.idle();
    } finally {
      vi.useRealTimers();
    }
    expect((await removalOf(catalog, 'team'))?.finishedAt).toBeDefined();
  });
});
