import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const DAY = 86_400_000;
const NOW = 400 * DAY;

let server: TestServer;
const orders = datasetUrn('orders');
const board = 'urn:li:dashboard:(looker,board)';
const check = 'urn:li:assertion:check';

async function put(urn: string, aspect: string, value: unknown): Promise<void> {
  const { status, text } = await clientOf(server).post(urn, aspect, value);
  expect(status, text).toBe(200);
}

async function ask(fields: string, urn = orders) {
  const { data, errors } = await server.graphql(
    `query q($urn: String!) { entity(urn: $urn) { ${fields} } }`,
    { urn },
  );
  expect(errors).toBeUndefined();
  return data.entity;
}

const dataset = async (fields: string) => ask(`... on Dataset { ${fields} }`);

beforeAll(async () => {
  server = await startServer({ environment: { now: () => NOW } });
  const full = { type: 'FULL_TABLE', partition: 'FULL_TABLE_SNAPSHOT' };
  const part = {
    type: 'PARTITION',
    partition: '2024-01-01',
    timePartition: { startTimeMillis: 5, length: { unit: 'DAY', multiple: 2 } },
  };
  const profile = (timestampMillis: number, rowCount: number, partitionSpec: unknown) =>
    put(orders, 'datasetProfile', {
      timestampMillis,
      rowCount,
      columnCount: 2,
      partitionSpec,
      fieldProfiles: [
        {
          fieldPath: 'id',
          nullCount: 1,
          nullProportion: 0.5,
          min: '1',
          max: '9',
          sampleValues: ['1', '9'],
          quantiles: [{ quantile: '0.5', value: '5' }],
        },
      ],
    });
  await profile(1000, 1, full);
  await profile(2000, 2, full);
  await profile(3000, 3, part);
  // Equal time and partition: the later one replaces the earlier.
  await profile(2000, 22, full);
  const usage = (day: number, counts: Record<string, number>, unit = 'DAY') =>
    put(orders, 'datasetUsageStatistics', {
      timestampMillis: NOW - day * DAY,
      eventGranularity: { unit, multiple: 1 },
      uniqueUserCount: Object.keys(counts).length,
      totalSqlQueries: 5,
      topSqlQueries: ['select 1'],
      userCounts: Object.entries(counts).map(([name, count]) => ({
        user: `urn:li:corpuser:${name}`,
        count,
        userEmail: `${name}@example.org`,
      })),
      fieldCounts: [{ fieldPath: 'id', count: day }],
    });
  await usage(1, { ann: 3, bob: 1 });
  await usage(3, { bob: 5 });
  await usage(60, { eve: 9 });
  await usage(1, { hourly: 99 }, 'HOUR');
  const operation = (timestampMillis: number, operationType: string) =>
    put(orders, 'operation', {
      timestampMillis,
      lastUpdatedTimestamp: timestampMillis - 1,
      operationType,
      numAffectedRows: 7,
      actor: 'urn:li:corpuser:ann',
      sourceType: 'DATA_PROCESS',
      customProperties: { k: 'v' },
      affectedDatasets: [orders],
    });
  await operation(1000, 'INSERT');
  await operation(2000, 'DELETE');
  const viewed = { viewsCount: 4, executionsCount: 2, uniqueUserCount: 1, timestampMillis: NOW - DAY };
  const userCounts = [{ user: 'urn:li:corpuser:ann', viewsCount: 4, executionsCount: 2, usageCount: 6 }];
  const eventGranularity = { unit: 'DAY', multiple: 1 };
  await put(board, 'dashboardUsageStatistics', { ...viewed, userCounts, eventGranularity });
  await put(board, 'dashboardUsageStatistics', {
    timestampMillis: NOW,
    viewsCount: 100,
    favoritesCount: 3,
    lastViewedAt: 8,
  });
  for (const [timestampMillis, type] of [
    [1000, 'SUCCESS'],
    [2000, 'FAILURE'],
  ] as const) {
    await put(check, 'assertionRunEvent', {
      timestampMillis,
      runId: `r${timestampMillis}`,
      asserteeUrn: orders,
      assertionUrn: check,
      status: 'COMPLETE',
      result: { type, nativeResults: { rows: '1' }, actualAggValue: 2 },
    });
  }
});

afterAll(() => server.stop());

describe('datasetProfiles', () => {
  it('are returned newest first, one per time and partition', async () => {
    const { datasetProfiles } = await dataset(
      `datasetProfiles { timestampMillis rowCount columnCount sizeInBytes
        partitionSpec { type partition timePartition { startTimeMillis durationMillis } }
        fieldProfiles { fieldPath nullCount nullProportion min max uniqueCount sampleValues quantiles { quantile value } } }`,
    );
    expect(datasetProfiles.map(({ rowCount }: { rowCount: number }) => rowCount)).toEqual([3, 22, 1]);
    expect(datasetProfiles[0]).toMatchObject({
      sizeInBytes: null,
      partitionSpec: { type: 'PARTITION', timePartition: { startTimeMillis: 5, durationMillis: 2 * DAY } },
      fieldProfiles: [
        {
          fieldPath: 'id',
          nullCount: 1,
          nullProportion: 0.5,
          min: '1',
          max: '9',
          uniqueCount: null,
          sampleValues: ['1', '9'],
          quantiles: [{ quantile: '0.5', value: '5' }],
        },
      ],
    });
  });

  it('are filtered by time, number and conditions', async () => {
    const rows = async (args: string): Promise<number[]> =>
      (await dataset(`datasetProfiles(${args}) { rowCount }`)).datasetProfiles.map(
        ({ rowCount }: { rowCount: number }) => rowCount,
      );
    expect(await rows('startTimeMillis: 1001, endTimeMillis: 2000')).toEqual([22]);
    expect(await rows('limit: 1')).toEqual([3]);
    expect(await rows('filter: { and: [{ field: "partitionSpec.type", values: ["FULL_TABLE"] }] }')).toEqual([
      22, 1,
    ]);
    expect(
      await rows('filter: { and: [{ field: "rowCount", values: ["2"], condition: GREATER_THAN }] }'),
    ).toEqual([3, 22]);
  });

  it('have a latest one of the table and of a partition', async () => {
    const latest = await dataset('latestFullTableProfile { rowCount } latestPartitionProfile { rowCount }');
    expect(latest).toEqual({
      latestFullTableProfile: { rowCount: 22 },
      latestPartitionProfile: { rowCount: 3 },
    });
  });

  it('are empty for a dataset without any', async () => {
    const { datasetProfiles, latestFullTableProfile } = await ask(
      '... on Dataset { datasetProfiles { rowCount } latestFullTableProfile { rowCount } }',
      datasetUrn('unknown'),
    );
    expect([datasetProfiles, latestFullTableProfile]).toEqual([[], null]);
  });
});

describe('operations', () => {
  it('come newest first', async () => {
    const { operations } = await dataset(
      `operations { timestampMillis lastUpdatedTimestamp operationType sourceType actor numAffectedRows affectedDatasets
        partition customProperties { key value } }`,
    );
    expect(operations).toHaveLength(2);
    expect(operations[0]).toEqual({
      timestampMillis: 2000,
      lastUpdatedTimestamp: 1999,
      operationType: 'DELETE',
      sourceType: 'DATA_PROCESS',
      actor: 'urn:li:corpuser:ann',
      numAffectedRows: 7,
      affectedDatasets: [orders],
      partition: null,
      customProperties: [{ key: 'k', value: 'v' }],
    });
  });
});

describe('usageStats', () => {
  const FIELDS = `buckets { bucket duration resource metrics { uniqueUserCount totalSqlQueries topSqlQueries
      users { user { urn } count } fields { fieldName count } } }
    aggregations { uniqueUserCount totalSqlQueries users { user { urn } count userEmail } fields { fieldName count } }`;

  it('sums the days of a range', async () => {
    const { usageStats } = await dataset(`usageStats(range: MONTH) { ${FIELDS} }`);
    expect(usageStats.aggregations).toEqual({
      uniqueUserCount: 2,
      totalSqlQueries: 10,
      users: [
        { user: { urn: 'urn:li:corpuser:bob' }, count: 6, userEmail: 'bob@example.org' },
        { user: { urn: 'urn:li:corpuser:ann' }, count: 3, userEmail: 'ann@example.org' },
      ],
      fields: [{ fieldName: 'id', count: 4 }],
    });
    const empty = NOW - 2 * DAY;
    expect(usageStats.buckets.map(({ bucket }: { bucket: number }) => bucket)).toEqual([
      NOW - 3 * DAY,
      empty,
      NOW - DAY,
    ]);
    expect(usageStats.buckets[1]).toEqual({
      bucket: empty,
      duration: 'DAY',
      resource: orders,
      metrics: { uniqueUserCount: null, totalSqlQueries: null, topSqlQueries: [], users: [], fields: [] },
    });
    expect(usageStats.buckets[0]).toMatchObject({
      duration: 'DAY',
      resource: orders,
      metrics: {
        uniqueUserCount: 1,
        totalSqlQueries: 5,
        users: [{ user: { urn: 'urn:li:corpuser:bob' }, count: 5 }],
      },
    });
  });

  it.each([
    ['range: DAY', 1],
    ['range: WEEK', 3],
    ['range: QUARTER', 60],
    ['range: ALL', 60],
    [`startTimeMillis: ${NOW - 2 * DAY}`, 1],
  ])('takes %s', async (args, count) => {
    const { usageStats } = await dataset(`usageStats(${args}) { buckets { bucket } }`);
    expect(usageStats.buckets).toHaveLength(count);
  });

  it('separates buckets from cumulative counts of a dashboard', async () => {
    const { usageStats } = await ask(
      `... on Dashboard { usageStats { buckets { bucket duration metrics { viewsCount executionsCount uniqueUserCount } }
        metrics { timestampMillis viewsCount favoritesCount lastViewed }
        aggregations { viewsCount executionsCount uniqueUserCount users { user { urn } viewsCount usageCount } } } }`,
      board,
    );
    expect(usageStats).toEqual({
      buckets: [
        {
          bucket: NOW - DAY,
          duration: 'DAY',
          metrics: { viewsCount: 4, executionsCount: 2, uniqueUserCount: 1 },
        },
      ],
      metrics: [{ timestampMillis: NOW, viewsCount: 100, favoritesCount: 3, lastViewed: 8 }],
      aggregations: {
        viewsCount: 4,
        executionsCount: 2,
        uniqueUserCount: 1,
        users: [{ user: { urn: 'urn:li:corpuser:ann' }, viewsCount: 4, usageCount: 6 }],
      },
    });
  });
});

describe('runEvents', () => {
  it('have counts of failures', async () => {
    const { runEvents } = await ask(
      `... on Assertion { runEvents(limit: 5) { total failed succeeded errored runEvents { timestampMillis runId status
        asserteeUrn assertionUrn result { type actualAggValue nativeResults { key value } error { type } } } } }`,
      check,
    );
    expect(runEvents).toMatchObject({ total: 2, failed: 1, succeeded: 1, errored: 0 });
    expect(runEvents.runEvents[0]).toEqual({
      timestampMillis: 2000,
      runId: 'r2000',
      status: 'COMPLETE',
      asserteeUrn: orders,
      assertionUrn: check,
      result: {
        type: 'FAILURE',
        actualAggValue: 2,
        nativeResults: [{ key: 'rows', value: '1' }],
        error: null,
      },
    });
  });
});

describe('points of all entities of a type', () => {
  interface Point {
    readonly urn: string;
    readonly timestampMillis: number;
    readonly event: { readonly operationType: string };
  }

  const base = '/openapi/v2/timeseries/dataset/operation';

  beforeAll(async () => {
    for (const [name, timestampMillis] of [
      ['second', 1500],
      ['third', 1000],
    ] as const) {
      const value = {
        timestampMillis,
        lastUpdatedTimestamp: 1,
        operationType: 'UPDATE',
        messageId: `m-${name}`,
      };
      await put(datasetUrn(name), 'operation', value);
    }
  });

  it('are returned newest first, in pages, each once', async () => {
    const seen: Point[] = [];
    let scrollId: string | undefined = '';
    while (scrollId !== undefined) {
      const { status, json, text } = await server.request('GET', `${base}?count=1&scrollId=${scrollId}`);
      expect(status, text).toBe(200);
      seen.push(...json.results);
      scrollId = json.scrollId;
    }
    expect(seen.map(({ timestampMillis }) => timestampMillis)).toEqual([2000, 1500, 1000, 1000]);
    expect(new Set(seen.map(({ urn, timestampMillis }) => `${urn} ${timestampMillis}`)).size).toBe(4);
    expect(seen[1]).toEqual({
      urn: datasetUrn('second'),
      timestampMillis: 1500,
      messageId: 'm-second',
      event: {
        timestampMillis: 1500,
        lastUpdatedTimestamp: 1,
        operationType: 'UPDATE',
        messageId: 'm-second',
      },
    });
  });

  it('are filtered by time, and have system metadata', async () => {
    const path = `${base}?startTimeMillis=1001&endTimeMillis=1999&systemMetadata=true`;
    const { json } = await server.request('GET', path);
    expect(json).not.toHaveProperty('scrollId');
    expect(json).toMatchObject({
      results: [{ urn: datasetUrn('second'), systemMetadata: { runId: expect.any(String) } }],
    });
    const empty = await server.request('GET', '/openapi/v2/timeseries/chart/chartUsageStatistics');
    expect(empty.json).toEqual({ results: [] });
  });

  it.each([
    ['/openapi/v2/timeseries/dataset/status', 'Only timeseries aspects are supported'],
    ['/openapi/v2/timeseries/dataset/nonsense', 'Unknown aspect nonsense'],
    ['/openapi/v2/timeseries/nonsense/operation', 'Failed to find entity'],
    [`${base}?scrollId=bm9uc2Vuc2U`, 'Invalid scroll id'],
    [`${base}?startTimeMillis=soon`, 'startTimeMillis must be a whole number'],
  ])('refuses %s', async (path, message) => {
    const { status, json } = await server.request('GET', path);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });
});

describe('the latest point of a timeseries', () => {
  const names = ['datasetProfile', 'status'];

  it('is read with other aspects if named', async () => {
    const entity = `/openapi/v3/entity/dataset/${encodeURIComponent(orders)}`;
    const one = await server.request('GET', `${entity}?aspects=${names.join(',')}`);
    expect(one.json.datasetProfile.value.rowCount).toBe(3);
    const page = await server.request(
      'GET',
      `/openapi/v3/entity/dataset?aspects=${names.join(',')}&count=100`,
    );
    const listed = page.json.entities.find(({ urn }: { urn: string }) => urn === orders);
    expect(listed.datasetProfile.value.rowCount).toBe(3);
    const scrolled = await server.request('POST', '/openapi/v3/entity/scroll?count=100', {
      entities: ['dataset'],
      aspects: names,
    });
    expect(scrolled.json.entities).toEqual(page.json.entities);
    const batch = await server.request('POST', '/openapi/v2/entity/batch/dataset', {
      urns: [orders],
      aspectNames: names,
    });
    expect(batch.json.entities[0].aspects.datasetProfile.value.rowCount).toBe(3);
  });

  it('is omitted if no aspect is named', async () => {
    const all = await server.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(orders)}`);
    expect(all.json).not.toHaveProperty('datasetProfile');
  });
});
