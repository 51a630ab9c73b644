import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonNames } from '../../../test/support/json-at.ts';
import {
  ask,
  createMemoryHttpServer,
  type MemoryAnswer,
  type MemoryHttpServer,
} from '../../../test/support/memory/http-server.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db/orders,PROD)';
const TAG = 'urn:li:tag:pii';
const V2 = '/openapi/v2/entity';
const V3 = '/openapi/v3/entity';

let server: MemoryHttpServer;
beforeEach(() => {
  server = createMemoryHttpServer();
});
afterEach(() => server.app.close());

const get = (url: string): Promise<MemoryAnswer> => ask(server, 'GET', url);
const post = (url: string, body: unknown): Promise<MemoryAnswer> => ask(server, 'POST', url, body);
const path = (urn: string): string => encodeURIComponent(urn);
const status = { removed: false };
const writeStatus = (urn = DATASET): Promise<MemoryAnswer> =>
  post(`${V3}/dataset?async=false`, [{ urn, status: { value: status } }]);

describe('addressing', () => {
  it.each([path(DATASET), DATASET, DATASET.replace('/', '%2F'), `${DATASET}/`])(
    'finds the entity behind %s',
    async (urnPath) => {
      await writeStatus();
      expect((await get(`${V3}/DataSet/${urnPath}`)).at('urn')).toBe(DATASET);
      expect((await get(`${V3}/dataset/${urnPath.replace(/\/$/, '')}/Status/`)).json).toEqual({
        value: status,
      });
    },
  );

  it('decodes a path once', async () => {
    const urn = 'urn:li:tag:100%25 {é}/中😀';
    await post(`${V3}/tag?async=false`, [{ urn, status: { value: status } }]);
    expect((await get(`${V3}/tag/${path(urn)}/status`)).json).toEqual({ value: status });
    expect((await get(`${V3}/tag/${path(urn)}`)).at('urn')).toBe(urn);
  });

  it.each([
    [`${V3}/nope/${path(TAG)}`, 'Failed to find entity with name nope in EntityRegistry'],
    [`${V3}/datset/${path(TAG)}`, "Did you mean 'dataset'?"],
    [`${V3}/dataset/${path(TAG)}`, `Invalid urn!: ${TAG}`],
    [`${V3}/dataset/urn:li:dataset:(a`, 'Invalid urn!: urn:li:dataset:(a'],
    [`${V3}/dataset/x`, 'Invalid urn!: x'],
    [`${V3}/dataset/${path(DATASET)}?aspects=nope`, 'Unknown aspect nope for entity dataset'],
  ])('refuses %s', async (url, message) => {
    const answer = await get(url);
    expect(answer.status).toBe(400);
    // The reason why a urn is invalid is in the message only.
    expect(answer.at('error')).toContain(message.replace(/ \(.*/, ''));
    expect(answer.at('message')).toContain(message);
  });

  it('answers 404 below an aspect and for an aspect that the type does not have', async () => {
    await writeStatus();
    expect((await get(`${V3}/dataset/${path(DATASET)}/status/more`)).status).toBe(404);
    const answer = await get(`${V3}/dataset/${path(DATASET)}/statu`);
    expect(answer.status).toBe(404);
    expect(answer.at('message')).toContain("Did you mean 'status'?");
  });
});

describe('reading', () => {
  it('returns an entity with its key aspect', async () => {
    await writeStatus();
    const key = { platform: 'urn:li:dataPlatform:hive', name: 'db/orders', origin: 'PROD' };
    expect((await get(`${V3}/dataset/${path(DATASET)}`)).json).toEqual({
      urn: DATASET,
      datasetKey: { value: key },
      status: { value: status },
    });
    expect((await get(`${V2}/dataset/${path(DATASET)}`)).json).toEqual({
      urn: DATASET,
      aspects: { datasetKey: { value: key }, status: { value: status } },
    });
  });

  it.each([
    'aspects=status',
    'aspectNames=status',
    'aspects=status,ownership',
    'aspects=status&aspects=ownership',
  ])('returns the aspects that %s names', async (query) => {
    await writeStatus();
    const { json } = await get(`${V3}/dataset/${path(DATASET)}?${query}`);
    expect(json).toEqual({ urn: DATASET, status: { value: status } });
  });

  it('returns one aspect in the form of each version', async () => {
    await writeStatus();
    const tail = `dataset/${path(DATASET)}/status`;
    expect((await get(`${V3}/${tail}`)).json).toEqual({ value: status });
    expect((await get(`${V2}/${tail}`)).json).toEqual({
      urn: DATASET,
      aspects: { status: { value: status } },
    });
    expect((await get(`${V3}/${tail}?version=1`)).json).toEqual({ value: status });
    expect((await get(`${V3}/${tail}?version=9`)).at('message')).toContain('version 9 of status');
    expect((await get(`${V3}/${tail}?version=-1`)).status).toBe(400);
  });

  it('reports whether the entity or the aspect is missing', async () => {
    const missing = await get(`${V3}/dataset/${path(DATASET)}`);
    expect([missing.status, missing.headers['not-found-reason']]).toEqual([404, 'ENTITY']);
    expect(missing.at('error')).toBe('Not Found');
    expect((await get(`${V3}/dataset/${path(DATASET)}/status`)).headers['not-found-reason']).toBe('ENTITY');
    await writeStatus();
    const aspect = await get(`${V3}/dataset/${path(DATASET)}/ownership`);
    expect([aspect.status, aspect.headers['not-found-reason']]).toEqual([404, 'ASPECT']);
  });

  it('answers HEAD with 204 for what exists and is not soft-deleted', async () => {
    const urls = [`${V3}/dataset/${path(DATASET)}`, `${V2}/dataset/${path(DATASET)}/status`];
    const heads = (): Promise<number[]> =>
      Promise.all(urls.map(async (url) => (await ask(server, 'HEAD', url)).status));
    expect(await heads()).toEqual([404, 404]);
    await writeStatus();
    expect(await heads()).toEqual([204, 204]);
    await post(`${V2}/dataset/${path(DATASET)}/status`, { removed: true });
    expect(await heads()).toEqual([404, 404]);
  });
});

describe('many at once', () => {
  it('reads a v3 batch, omitting nonexistent entities', async () => {
    await writeStatus();
    const missing = 'urn:li:dataset:(urn:li:dataPlatform:hive,missing,PROD)';
    const url = `${V3}/dataset/batchGet`;
    const chosen = await post(url, [{ urn: DATASET, status: {}, ownership: {} }, { urn: missing }]);
    expect(chosen.json).toEqual([{ urn: DATASET, status: { value: status } }]);
    const all = await post(`${url}?systemMetadata=true`, [{ urn: DATASET }]);
    expect(jsonNames(all.at(0))).toEqual(['urn', 'datasetKey', 'status']);
    expect(all.at(0, 'status', 'systemMetadata', 'runId')).toBe('run');
    const old = (version: string): unknown => [
      { urn: DATASET, status: { headers: { 'If-Version-Match': version } } },
    ];
    expect((await post(url, old('1'))).json).toEqual([{ urn: DATASET, status: { value: status } }]);
    expect((await post(url, old('7'))).json).toEqual([{ urn: DATASET }]);
    expect((await post(url, old('x'))).at('message')).toContain('[0].status.headers.If-Version-Match');
    expect((await post(url, [{ urn: DATASET, nope: {} }])).at('message')).toContain('Unknown aspect nope');
  });

  it('reads a v2 batch', async () => {
    await writeStatus();
    const body = { urns: [DATASET], aspectNames: ['status'], withSystemMetadata: false };
    expect((await post(`${V2}/batch/dataset`, body)).json).toEqual({
      entities: [{ urn: DATASET, aspects: { status: { value: status } } }],
    });
    expect((await post(`${V2}/batch/dataset`, {})).at('error')).toContain('urns must be a list');
  });

  it('lists and scrolls', async () => {
    for (const name of ['c', 'a', 'b'])
      await writeStatus(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`);
    const first = await get(`${V3}/dataset?count=2&aspects=status`);
    expect(first.json).toMatchObject({ totalCount: 3, scrollId: '2' });
    expect(first.at('entities')).toHaveLength(2);
    expect(first.at('entities', 0, 'status')).toEqual({ value: status });
    const second = await get(`${V3}/dataset?count=2&scrollId=2`);
    expect(second.json).not.toHaveProperty('scrollId');
    expect(second.at('entities', 0, 'datasetKey', 'value', 'name')).toBe('c');
    const v2 = await get(`${V2}/dataset?count=1&aspectNames=status`);
    expect(v2.at('results')).toEqual([
      { urn: 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)', aspects: { status: { value: status } } },
    ]);
  });

  it('passes the query parameters to the search', async () => {
    const query =
      'count=100000&query=orders&sortCriteria=name,urn&sortOrder=DESCENDING&includeSoftDelete=true';
    await get(`${V3}/dataset?${query}&pitKeepAlive=30s&skipCache=true`);
    await get(`${V3}/dataset`);
    expect(server.catalog.searches[0]).toMatchObject({
      entityTypes: ['dataset'],
      query: 'orders',
      count: 5000,
      keepAliveMs: 30_000,
      sort: [
        { field: 'name', order: 'DESCENDING' },
        { field: 'urn', order: 'DESCENDING' },
      ],
      flags: { includeSoftDeleted: true, skipAggregates: true },
    });
    expect(server.catalog.searches[1]).toMatchObject({
      query: '*',
      count: 10,
      keepAliveMs: 300_000,
      sort: [{ field: 'urn', order: 'ASCENDING' }],
    });
  });

  it.each(['count=-1', 'count=x', 'sortOrder=UP', 'pitKeepAlive=soon', 'sliceId=2&sliceMax=2'])(
    'refuses the query %s',
    async (query) => {
      const answer = await get(`${V3}/dataset?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.at('message')).toContain(query.split('=')[0]);
    },
  );

  it('delivers every entity exactly once over all slices', async () => {
    await writeStatus();
    const pages = await Promise.all([0, 1, 2].map((id) => get(`${V3}/dataset?sliceId=${id}&sliceMax=3`)));
    expect(pages.flatMap((page) => page.at('entities'))).toHaveLength(1);
    expect(pages.map((page) => page.at('totalCount'))).toEqual([1, 0, 0]);
  });

  it('scrolls over types, with a filter, without aspects by default', async () => {
    await writeStatus();
    const body = {
      entities: ['DATASET'],
      filter: {
        and: [
          { criteria: [{ field: 'platform', values: ['a'] }] },
          {
            criteria: [
              { field: 'n', condition: 'BETWEEN', values: [1, 2], negated: true },
              { field: 'm', condition: 'IS_NULL' },
            ],
          },
          { criteria: [{ field: 'name', condition: 'STARTS_WITH', value: 'o' }] },
        ],
      },
      sortCriteria: [{ field: 'name', order: 'DESCENDING', missingValue: '_last' }, { field: 'urn' }],
    };
    const urns = await post(`${V3}/scroll`, body);
    expect(urns.json).toEqual({ entities: [{ urn: DATASET }], totalCount: 1 });
    expect(server.catalog.searches[0]).toMatchObject({
      entityTypes: ['dataset'],
      filter: [
        [{ field: 'platform', operator: 'EQUAL', values: ['a'], negated: false }],
        [
          { field: 'n', operator: 'BETWEEN', values: ['1', '2'], negated: true },
          { field: 'm', operator: 'IS_NULL', values: [], negated: false },
        ],
        [{ field: 'name', operator: 'START_WITH', values: ['o'], negated: false }],
      ],
      sort: [
        { field: 'name', order: 'DESCENDING' },
        { field: 'urn', order: 'ASCENDING' },
      ],
    });
    const all = await post(`${V3}/scroll`, { aspects: [] });
    expect(jsonNames(all.at('entities', 0))).toEqual(['urn', 'datasetKey', 'status']);
    const some = await post(`${V3}/scroll?skipAggregation=false`, { aspects: ['Status'] });
    expect(some.at('entities')).toEqual([{ urn: DATASET, status: { value: status } }]);
    expect(some.at('facets')).toEqual([{ field: 'platform', aggregations: { a: 2 } }]);
  });

  it.each([
    [{ entities: ['nope'] }, 'Failed to find entity with name nope'],
    [{ entities: 'dataset' }, 'entities must be a list'],
    [{ aspects: ['nope'] }, 'none of the entity types has the aspect nope'],
    [{ filter: [] }, 'filter must be a JSON object'],
    [
      { filter: { and: [{ criteria: [{ condition: 'EQUAL' }] }] } },
      'filter.and[0].criteria[0].field must be a string',
    ],
    [{ filter: { and: [{ criteria: [{ field: 'a', condition: 'LIKE' }] }] } }, 'condition must be one of'],
    [{ filter: { and: [{ criteria: [{ field: 'a', values: [{}] }] }] } }, 'values[0] must be a string'],
    [{ sortCriteria: [{ field: 'a', order: 'UP' }] }, 'sortCriteria[0].order'],
  ])('refuses the scroll %j', async (body, message) => {
    const answer = await post(`${V3}/scroll`, body);
    expect(answer.status).toBe(400);
    expect(answer.at('message')).toContain(message);
  });
});
