import { describe, expect, it } from 'vitest';
import {
  MaintainedCatalog,
  type MaintainedOptions,
} from '../../../test/support/memory/maintained-catalog.ts';

const BOTH = { reindexMappings: true, structuredProperties: true };

/** A catalog with one property that has a value and was hard-deleted. */
async function withDeleted(options: MaintainedOptions): Promise<MaintainedCatalog> {
  const catalog = await MaintainedCatalog.open(options);
  await catalog.define('team');
  await catalog.assign('a', 'team', 'red');
  await catalog.assign('b', 'team', 'red');
  await catalog.hardDelete('team');
  return catalog;
}

describe('mappings', () => {
  it('exist for every entity type of the definition, with the number of values in the index', async () => {
    await using catalog = await MaintainedCatalog.open();
    const entityTypes = ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.chart'];
    await catalog.define('team', { entityTypes });
    await catalog.assign('a', 'team', 'red');
    expect(await catalog.mappings('team')).toEqual(['active chart 0', 'active dataset 1']);
  });

  it('show that a property is soft-deleted, and count its hidden values', async () => {
    await using catalog = await MaintainedCatalog.open();
    const urn = await catalog.define('team');
    await catalog.assign('a', 'team', 'red');
    await catalog.put(urn, 'status', { removed: true });
    expect(await catalog.mappings('team')).toEqual(['soft-deleted dataset 1']);
  });

  it('stay after a hard delete and after a breaking change, beside those of the next generation', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.define('team', { cardinality: 'MULTIPLE' });
    await catalog.assign('a', 'team', 'red');
    await catalog.define('team', { cardinality: 'SINGLE', version: '19700101000001' });
    expect(await catalog.mappings('team')).toEqual(['deleted dataset 1', 'active dataset 0']);
    await catalog.removeValues();
    await catalog.hardDelete('team');
    expect(await catalog.mappings('team')).toEqual(['deleted dataset 0', 'deleted dataset 0']);
  });
});

describe('cleaning', () => {
  it('removes a mapping once its values are removed, and does nothing the second time', async () => {
    await using catalog = await withDeleted({ switches: BOTH });
    await catalog.removeValues();
    expect(await catalog.mappings('team')).toEqual(['deleted dataset 0']);
    const { 'clean-indices': cleaned } = await catalog.update();
    expect(cleaned).toMatchObject({ outcome: 'done', dropped: [{ entityType: 'dataset' }], kept: [] });
    expect(await catalog.mappings('team')).toEqual([]);
    const sequence = catalog.store.log.lastSequence();
    const again = await catalog.update();
    expect(again['clean-indices']).toMatchObject({ outcome: 'skipped' });
    expect(again['restore-indices']).toMatchObject({ outcome: 'skipped' });
    expect(catalog.store.log.lastSequence()).toBe(sequence);
  });

  it('needs both switches, from the configuration or from the request', async () => {
    await using catalog = await withDeleted({ switches: { reindexMappings: true } });
    await catalog.removeValues();
    const { 'clean-indices': one } = await catalog.update();
    expect(one).toMatchObject({ outcome: 'skipped' });
    expect(one?.['reason']).toContain('Set ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE to true');
    expect(await catalog.mappings('team')).toEqual(['deleted dataset 0']);
    await catalog.update({ switches: { structuredProperties: true } });
    expect(await catalog.mappings('team')).toEqual([]);
  });

  it('keeps a mapping until its values are removed', async () => {
    await using catalog = await withDeleted({ switches: BOTH });
    const { 'clean-indices': waiting } = await catalog.update();
    expect(waiting).toMatchObject({
      outcome: 'skipped',
      reason: 'The values of deleted properties are still being removed.',
    });
    expect(await catalog.mappings('team')).toEqual(['deleted dataset 2']);

    await catalog.removeValues();
    expect((await catalog.update())['clean-indices']).toMatchObject({ outcome: 'done' });
  });

  it('removes a mapping only from entity types without values, even if the removal is recorded as finished', async () => {
    await using catalog = await MaintainedCatalog.open({ switches: BOTH });
    const entityTypes = ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.chart'];
    await catalog.define('team', { entityTypes });
    await catalog.assign('a', 'team', 'red');
    await catalog.hardDelete('team');
    const [generation] = await catalog.store.reader.generations();
    if (generation === undefined) throw new Error('the property has no generation on record');
    const removal = { found: 1, patched: 1, startedAt: 1, finishedAt: 2 };
    await catalog.store.commit(() => ({
      writes: [{ kind: 'noteRemoval', ...generation, removal }],
      entries: [],
      created: { time: 1, actor: generation.propertyUrn },
      result: undefined,
    }));
    expect(await catalog.mappings('team')).toEqual(['deleted chart 0', 'deleted dataset 1']);
    expect((await catalog.update())['clean-indices']).toMatchObject({
      dropped: [{ entityType: 'chart' }],
      kept: [{ entityType: 'dataset', values: 1 }],
    });
    expect(await catalog.mappings('team')).toEqual(['deleted dataset 1']);
    expect((await catalog.update())['clean-indices']).toMatchObject({
      outcome: 'skipped',
      reason: 'All remaining mappings of deleted properties still have values.',
    });
  });

  it('keeps the mappings of soft-deleted properties', async () => {
    await using catalog = await withDeleted({ switches: BOTH });
    const hidden = await catalog.define('hidden');
    await catalog.put(hidden, 'status', { removed: true });
    await catalog.removeValues();
    await catalog.update();
    expect(await catalog.mappings('hidden')).toEqual(['soft-deleted dataset 0']);
    expect(await catalog.mappings('team')).toEqual([]);
  });
});
