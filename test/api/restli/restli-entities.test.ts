import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:mysql,${name},PROD)`;
const act = (action: string, body: object): Promise<Answer> =>
  server.request('POST', `/entities?action=${action}`, body);
const get = (path: string): Promise<Answer> => server.request('GET', path);

const snapshot = (urn: string, ...aspects: object[]): object => ({
  value: { 'com.linkedin.metadata.snapshot.DatasetSnapshot': { urn, aspects } },
});
const named = (name: string): object => ({
  'com.linkedin.dataset.DatasetProperties': { name, description: `about ${name}` },
});
const tagged = (tag: string): object => ({ 'com.linkedin.common.GlobalTags': { tags: [{ tag }] } });

async function ingest(urn: string, ...aspects: object[]): Promise<void> {
  const answer = await act('ingest', { entity: snapshot(urn, ...aspects) });
  expect(answer.status, answer.text).toBe(200);
}

describe('snapshots', () => {
  it('are written whole and read back', async () => {
    const urn = dataset('snap');
    await ingest(urn, named('snap'), tagged('urn:li:tag:a'));
    const { value } = (await get(`/entities/${encodeURIComponent(urn)}`)).json;
    const { aspects } = value['com.linkedin.metadata.snapshot.DatasetSnapshot'];
    const classes = aspects.flatMap((aspect: object) => Object.keys(aspect));
    expect(classes).toContain('com.linkedin.metadata.key.DatasetKey');
    expect(classes).toContain('com.linkedin.common.GlobalTags');
    const batch = await get(`/entities?ids=List(${encodeURIComponent(urn)},urn%3Ali%3Atag%3Anone)`);
    expect(Object.keys(batch.json.results)).toEqual([urn]);
    expect((await get('/entities/urn%3Ali%3Atag%3Anone')).status).toBe(404);
  });

  it('are written in batches, all or none', async () => {
    const [a, b] = [dataset('batch-a'), dataset('batch-b')];
    const bad = { entities: [snapshot(a, named('a')), snapshot(b, { 'com.linkedin.common.Statuz': {} })] };
    expect((await act('batchIngest', bad)).status).toBe(400);
    expect((await act('exists', { urn: a })).json.value).toBe(false);
    const good = {
      entities: [snapshot(a, named('a')), snapshot(b, named('b'))],
      systemMetadata: [{ runId: 'r1' }, null],
    };
    expect((await act('batchIngest', good)).status).toBe(200);
    expect((await act('exists', { urn: a })).json.value).toBe(true);
    const uneven = await act('batchIngest', { ...good, systemMetadata: [null] });
    expect(uneven.json.message).toContain('length must match');
  });
});

describe('/entitiesV2', () => {
  const path = (urn: string, aspects = ''): string => `/entitiesV2/${encodeURIComponent(urn)}${aspects}`;

  it('returns the requested aspects and the key in envelopes', async () => {
    const urn = dataset('v2');
    await ingest(urn, named('v2'), tagged('urn:li:tag:a'));
    const all = (await get(path(urn))).json;
    expect(all).toMatchObject({ entityName: 'dataset', urn });
    expect(Object.keys(all.aspects)).toEqual(expect.arrayContaining(['datasetKey', 'datasetProperties']));
    const some = (await get(path(urn, '?aspects=List(globalTags,noSuchAspect)'))).json;
    expect(Object.keys(some.aspects).sort()).toEqual(['datasetKey', 'globalTags']);
    expect(some.aspects.globalTags).toMatchObject({
      name: 'globalTags',
      type: 'VERSIONED',
      version: 0,
      value: { tags: [{ tag: 'urn:li:tag:a' }] },
      created: { actor: 'urn:li:corpuser:datahub', time: expect.any(Number) },
      systemMetadata: { runId: 'no-run-id-provided' },
    });
  });

  it('returns only the key for a missing entity', async () => {
    const answer = await get(path(dataset('none')));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.aspects)).toEqual(['datasetKey']);
    expect((await get(path('urn:li:bogus:x'))).status).toBe(400);
    expect((await get(path('urn:li:dataset:(a,b)'))).status).toBe(400);
  });

  it('answers aspects at chosen versions', async () => {
    const urn = dataset('versioned');
    for (const name of ['1', '2', '3']) await ingest(urn, named(name));
    const key = `(urn:${encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29')},versionStamp:datasetProperties%3A1)`;
    const answer = await get(`/entitiesVersionedV2?ids=List(${key})&aspects=List(datasetProperties)`);
    expect(answer.json.results[urn].aspects.datasetProperties).toMatchObject({
      version: 1,
      value: { name: '1' },
    });
    const bad = await get('/entitiesVersionedV2?ids=List((urn:urn%3Ali%3Atag%3Aa,versionStamp:x))');
    expect(bad.json.message).toContain('versionStamp must be');
  });
});

describe('searching', () => {
  beforeAll(async () => {
    for (const name of ['alpha', 'beta']) await ingest(dataset(name), named(`zebra ${name}`));
    await ingest(dataset('gone'), named('zebra gone'), { 'com.linkedin.common.Status': { removed: true } });
  });
  const filter = { or: [{ and: [{ field: 'name', condition: 'CONTAIN', values: ['zebra'] }] }] };
  const urns = ({ json }: Answer): readonly string[] =>
    json.value.entities.map((hit: Json) => hit.entity ?? hit);

  it.each([
    ['search', { entity: 'dataset', input: 'zebra', start: 0, count: 10 }],
    ['searchAcrossEntities', { entities: ['dataset'], input: 'zebra', start: 0, count: 10 }],
    ['searchAcrossEntities', { input: 'zebra', start: 0, count: 10 }],
    ['scrollAcrossEntities', { entities: [], input: 'zebra', count: 10, keepAlive: '5m' }],
    ['filter', { entity: 'dataset', filter, start: 0, count: 10 }],
    ['list', { entity: 'dataset', filter, start: 0, count: 10 }],
  ])('%s finds entities that are not soft-deleted: %j', async (action, body) => {
    const answer = await act(action, body);
    expect(answer.status, answer.text).toBe(200);
    expect([...urns(answer)].sort()).toEqual([dataset('alpha'), dataset('beta')]);
  });

  it('understands the older form of filters', async () => {
    const criteria = [{ field: 'name', value: 'zebra alpha' }];
    const body = { entity: 'dataset', input: '*', filter: { criteria }, start: 0, count: 5 };
    expect(urns(await act('search', body))).toEqual([dataset('alpha')]);
  });

  it('answers hits with what matched, and facets', async () => {
    const { value } = (await act('search', { entity: 'dataset', input: 'alpha', start: 0, count: 1 })).json;
    expect(value).toMatchObject({ from: 0, pageSize: 1, numEntities: 1 });
    expect(value.entities[0].matchedFields.length).toBeGreaterThan(0);
    const platform = value.metadata.aggregations.find(({ name }: Json) => name === 'platform');
    expect(platform.aggregations).toEqual({ 'urn:li:dataPlatform:mysql': 1 });
  });

  it('scrolls page by page', async () => {
    const first = (await act('scrollAcrossEntities', { entities: ['dataset'], input: 'zebra', count: 1 }))
      .json;
    const more = { entities: ['dataset'], input: 'zebra', count: 1, scrollId: first.value.scrollId };
    const second = (await act('scrollAcrossEntities', more)).json;
    expect(second.value.entities[0].entity).not.toBe(first.value.entities[0].entity);
  });

  it('lists every urn of a type, soft-deleted ones too, and counts without them', async () => {
    const listed = (await act('listUrns', { entity: 'dataset', start: 0, count: 100 })).json.value;
    expect(listed.entities).toContain(dataset('gone'));
    expect(listed.total).toBe(listed.entities.length);
    const counted = (await act('getTotalEntityCount', { entity: 'dataset' })).json.value;
    expect(counted).toBe(listed.total - 1);
    const several = await act('batchGetTotalEntityCount', { entities: ['dataset', 'tag'] });
    expect(several.json.value).toEqual({ dataset: counted, tag: 0 });
  });

  it('suggests names that contain the typed text', async () => {
    const suggest = async (more: object): Promise<Json> =>
      (await act('autocomplete', { entity: 'dataset', limit: 5, ...more })).json.value;
    expect(await suggest({ query: 'ZEBRA al' })).toEqual({
      query: 'ZEBRA al',
      suggestions: ['zebra alpha'],
      entities: [{ urn: dataset('alpha') }],
    });
    const { suggestions } = await suggest({ query: 'ebr', field: 'name' });
    expect([...suggestions].sort()).toEqual(['zebra alpha', 'zebra beta']);
    expect((await suggest({ query: 'zebra', field: 'description' })).entities).toEqual([]);
    expect((await suggest({ query: ' ' })).entities).toEqual([]);
  });

  it.each([
    [
      'search',
      { entity: 'nothing', input: '*', start: 0, count: 1 },
      'Failed to find entity with name nothing',
    ],
    ['search', { entity: 'dataset', start: 0, count: 1 }, 'input must be a string'],
    ['search', { entity: 'dataset', input: '*', start: -1 }, 'start must be a whole number from 0'],
    ['filter', { entity: 'dataset', filter: { or: [{ and: [{}] }] } }, 'filter.or[0].and[0].field'],
    ['list', { entity: 'dataset', sort: { field: 'a', order: 'UP' } }, 'sort.order must be ASCENDING'],
  ])('%s refuses %j', async (action, body, message) => {
    const answer = await act(action, body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });
});

describe('deleting', () => {
  it('removes an entity with everything, and succeeds again with nothing', async () => {
    const urn = dataset('deleted');
    await ingest(urn, named('deleted'));
    expect((await act('delete', { urn })).json.value).toEqual({ urn, rows: 1, timeseriesRows: 0 });
    expect((await act('delete', { urn })).json.value).toEqual({ urn, rows: 0, timeseriesRows: 0 });
    expect((await act('exists', { urn })).json.value).toBe(false);
  });

  it('removes references to an entity, and lists them beforehand', async () => {
    const [tag, other] = ['urn:li:tag:referenced', 'urn:li:tag:kept'];
    const urn = dataset('refers');
    await ingest(urn, { 'com.linkedin.common.GlobalTags': { tags: [{ tag }, { tag: other }] } });
    await ingest(dataset('hides'), tagged(tag), { 'com.linkedin.common.Status': { removed: true } });
    const preview = (await act('deleteReferences', { urn: tag, dryRun: true })).json.value;
    expect(preview.total).toBe(2);
    const { relatedAspects } = preview;
    expect(relatedAspects).toContainEqual({ relationship: 'TaggedWith', entity: urn, aspect: 'globalTags' });
    expect(Object.keys(relatedAspects[0])).toEqual(['relationship', 'entity', 'aspect']);
    const tags = async (): Promise<unknown> =>
      (await get(`/entitiesV2/${encodeURIComponent(urn)}?aspects=List(globalTags)`)).json.aspects.globalTags
        .value;
    expect(await tags()).toEqual({ tags: [{ tag }, { tag: other }] });
    expect((await act('deleteReferences', { urn: tag })).json.value).toEqual(preview);
    expect(await tags()).toEqual({ tags: [{ tag: other }] });
    expect((await act('deleteReferences', { urn: tag })).json.value.total).toBe(0);
  });
});

describe('other actions', () => {
  it('check whether an entity exists, soft-deleted or not', async () => {
    const urn = dataset('removed');
    await ingest(urn, { 'com.linkedin.common.Status': { removed: true } });
    expect((await act('exists', { urn })).json.value).toBe(true);
    expect((await act('exists', { urn, includeSoftDelete: false })).json.value).toBe(false);
  });

  it('keep the catalog writable', async () => {
    expect((await act('setWritable', {})).status).toBe(200);
    expect((await act('setWritable', { value: false })).json.message).toContain('no read-only mode');
  });

  it('answer browse paths', async () => {
    const urn = dataset('browsed');
    await ingest(urn, { 'com.linkedin.common.BrowsePaths': { paths: ['/a/b'] } });
    expect((await act('getBrowsePaths', { urn })).json.value).toEqual(['/a/b']);
    expect((await act('getBrowsePaths', { urn: dataset('none') })).json.value).toEqual([]);
  });

  it('walk the browse tree: steps first, then the entities at its end', async () => {
    for (const [name, ...paths] of [
      ['leaf1', '/shop/eu/orders'],
      ['leaf2', '/shop/eu/orders'],
      ['leaf3', '/shop/eu', '/shop/eu/orders/late'],
      ['leaf4', '/shop/us'],
    ] as const) {
      await ingest(dataset(name), { 'com.linkedin.common.BrowsePaths': { paths } });
    }
    const at = async (path: string, rest = {}) =>
      (await act('browse', { entity: 'dataset', path, start: 0, limit: 10, ...rest })).json.value;
    expect((await at('')).groups).toContainEqual({ name: 'shop', count: 4 });
    expect(await at('/shop')).toEqual({
      from: 0,
      pageSize: 10,
      numGroups: 2,
      numEntities: 0,
      numElements: 2,
      groups: [
        { name: 'eu', count: 3 },
        { name: 'us', count: 1 },
      ],
      entities: [],
      metadata: { path: '/shop', totalNumEntities: 4 },
    });
    expect(await at('shop/eu/', { start: 1, limit: 1 })).toMatchObject({
      numGroups: 1,
      numEntities: 1,
      numElements: 2,
      groups: [],
      entities: [{ urn: dataset('leaf3') }],
      metadata: { path: '/shop/eu', totalNumEntities: 3 },
    });
    expect((await at('/shop/eu/orders')).entities).toHaveLength(2);
    expect(await at('/nowhere')).toMatchObject({ numGroups: 0, numEntities: 0, numElements: 0 });
    const refused = await act('browse', { entity: 'dataset', path: '/a//b', start: 0, limit: 1 });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining("non-empty steps without '/'"),
    ]);
  });

  it('report that nothing is written through plug-in registries', async () => {
    const { status, json } = await act('deleteAll', { registryId: 'mine:0.0.1', dryRun: true });
    expect(status).toBe(400);
    expect(json.message).toContain('No writes are recorded for mine:0.0.1');
  });

  it('list links between entities', async () => {
    const [up, down] = [dataset('up'), dataset('down')];
    const upstreams = [{ dataset: up, type: 'TRANSFORMED' }];
    await ingest(down, { 'com.linkedin.dataset.UpstreamLineage': { upstreams } });
    const path = `/relationships?urn=${encodeURIComponent(up)}&types=List(DownstreamOf)&direction=INCOMING`;
    expect((await get(path)).json).toEqual({
      start: 0,
      count: 1,
      total: 1,
      relationships: [{ type: 'DownstreamOf', entity: down }],
    });
    expect((await get('/relationships?urn=urn:li:tag:a&direction=UP')).status).toBe(400);
  });

  it('accept usage in the form that predates timeseries', async () => {
    const urn = dataset('used');
    const metrics = {
      uniqueUserCount: 2,
      users: [{ user: 'urn:li:corpuser:a', count: 3 }],
      fields: [{ fieldName: 'id', count: 1 }],
    };
    const bucket = { bucket: 1000, duration: 'DAY', resource: urn, metrics };
    const written = await server.request('POST', '/usageStats?action=batchIngest', { buckets: [bucket] });
    expect(written.status, written.text).toBe(200);
    const body = { urn, entity: 'dataset', aspect: 'datasetUsageStatistics' };
    const read = await server.request('POST', '/aspects?action=getTimeseriesAspectValues', body);
    expect(JSON.parse(read.json.value.values[0].aspect.value)).toMatchObject({
      timestampMillis: 1000,
      uniqueUserCount: 2,
      fieldCounts: [{ fieldPath: 'id', count: 1 }],
    });
    const bad = { buckets: [{ ...bucket, duration: 'SECOND' }] };
    expect((await server.request('POST', '/usageStats?action=batchIngest', bad)).status).toBe(400);
  });

  it('restore the index in the background', async () => {
    const answer = await server.request('POST', '/operations?action=restoreIndices', { urn: dataset('x') });
    expect(answer.json.value).toMatch(/^Job \d+ \((waiting|running)\)/);
  });

  it.each(['aspects', 'operations'])('refuses an invalid urn at /%s', async (resource) => {
    const answer = await server.request('POST', `/${resource}?action=restoreIndices`, { urn: 'nonsense' });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('Invalid urn!: nonsense');
  });
});
