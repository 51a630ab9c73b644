import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadingCatalog } from '../../test/support/memory/reading-catalog.ts';
import type { EntityAspects } from '../model/aspect.ts';
import { EVERYTHING } from '../model/scope.ts';
import { parseUrn } from '../model/urn.ts';

let catalog: ReadingCatalog;

beforeEach(async () => {
  catalog = await ReadingCatalog.open();
});

afterEach(async () => {
  await catalog[Symbol.asyncDispose]();
});

const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)');
const missing = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,missing,PROD)');

async function read(aspectNames?: readonly string[]): Promise<EntityAspects | undefined> {
  return (await catalog.query.getEntities([urn, missing, urn], aspectNames, catalog.scope)).get(urn);
}

describe('getEntities', () => {
  it('reads all aspects, including derived ones, and omits entities that do not exist', async () => {
    await catalog.put(urn, { status: { removed: false } });
    const entities = await catalog.query.getEntities([missing, urn], undefined, catalog.scope);
    expect([...entities.keys()]).toEqual([urn]);
    expect([...(entities.get(urn)?.keys() ?? [])].sort()).toEqual([
      'browsePathsV2',
      'dataPlatformInstance',
      'datasetKey',
      'status',
    ]);
    expect((await catalog.query.getEntities([], undefined, catalog.scope)).size).toBe(0);
  });

  it('reads the requested aspects', async () => {
    await catalog.put(urn, { status: { removed: false }, datasetProperties: { name: 'a' } });
    expect(
      [...((await read(['status', 'datasetKey', 'globalTags'])) ?? [])].map(([name]) => name).sort(),
    ).toEqual(['datasetKey', 'status']);
    expect((await read([]))?.size).toBe(0);
  });

  it('prefers a stored aspect to a derived one', async () => {
    await catalog.put(urn, { browsePathsV2: { path: [{ id: 'here' }] } });
    expect((await read())?.get('browsePathsV2')?.value).toEqual({ path: [{ id: 'here' }] });
    expect((await catalog.query.getAspect(urn, 'browsePathsV2', 0, catalog.scope))?.value).toEqual({
      path: [{ id: 'here' }],
    });
  });

  it('omits the values of soft-deleted properties', async () => {
    const property = await catalog.define('p', 'string');
    await catalog.assign(urn, { p: ['x'] });
    await catalog.put(property, { status: { removed: true } });
    expect((await read())?.get('structuredProperties')?.value).toEqual({ properties: [] });
    await catalog.put(property, { status: { removed: false } });
    expect((await read())?.get('structuredProperties')?.value['properties']).toHaveLength(1);
  });
});

describe('getAspect', () => {
  it('reads the latest version and older ones', async () => {
    await catalog.put(urn, { datasetProperties: { name: 'first' } });
    await catalog.put(urn, { datasetProperties: { name: 'second' } });
    const version = async (number: number) =>
      (await catalog.query.getAspect(urn, 'datasetProperties', number, catalog.scope))?.value['name'];
    expect(await version(0)).toBe('second');
    expect(await version(1)).toBe('first');
    expect(await version(2)).toBeUndefined();
  });

  it('derives the latest version of an aspect of an existing entity', async () => {
    expect(await catalog.query.getAspect(urn, 'datasetKey', 0, catalog.scope)).toBeUndefined();
    await catalog.put(urn, { status: { removed: false } });
    expect((await catalog.query.getAspect(urn, 'datasetKey', 0, catalog.scope))?.value['name']).toBe('a');
    expect(await catalog.query.getAspect(urn, 'datasetKey', 1, catalog.scope)).toBeUndefined();
    expect(await catalog.query.getAspect(urn, 'globalTags', 0, catalog.scope)).toBeUndefined();
    expect(await catalog.query.getAspect(urn, 'noSuchAspect', 0, catalog.scope)).toBeUndefined();
  });

  it('reads the newest point of a timeseries', async () => {
    for (const time of [5, 9, 7])
      await catalog.addPoint(urn, 'datasetProfile', time, { timestampMillis: time });
    const newest = await catalog.query.getAspect(urn, 'datasetProfile', 0, catalog.scope);
    expect(newest?.value['timestampMillis']).toBe(9);
    const upTo = async (version: number) =>
      (await catalog.query.getAspect(urn, 'datasetProfile', version, catalog.scope))?.value[
        'timestampMillis'
      ];
    expect(await Promise.all([4, 5, 8, 100].map(upTo))).toEqual([undefined, 5, 7, 9]);
  });
});

describe('existing', () => {
  it('returns entities that exist and are visible', async () => {
    await catalog.put(urn, { status: { removed: true } });
    expect(await catalog.query.existing([urn, missing], catalog.scope)).toEqual(new Set([urn]));
    expect(await catalog.query.existing([urn], { ...EVERYTHING, seesEntity: () => false })).toEqual(
      new Set(),
    );
  });
});
