import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2024, 4, 15, 12);
const MAY_1 = Date.UTC(2024, 4, 1);

const orders = datasetUrn('orders');
const visits = datasetUrn('visits');
let server: TestServer;

const act = (resource: string, action: string, input: unknown): Promise<Answer> =>
  server.request('POST', `/${resource}?action=${action}`, input);
const user = (name: string): string => `urn:li:corpuser:${name}`;

beforeAll(async () => {
  server = await startServer({ environment: { now: () => NOW } });
  const use = async (
    urn: string,
    timestampMillis: number,
    counts: Record<string, number>,
    rest: Record<string, unknown> = {},
  ): Promise<void> => {
    const { status, text } = await clientOf(server).post(urn, 'datasetUsageStatistics', {
      timestampMillis,
      eventGranularity: { unit: 'HOUR', multiple: 1 },
      uniqueUserCount: Object.keys(counts).length,
      userCounts: Object.entries(counts).map(([name, count]) => ({ user: user(name), count })),
      ...rest,
    });
    expect(status, text).toBe(200);
  };
  await use(orders, MAY_1, { ann: 1, bob: 2 }, { totalSqlQueries: 3, topSqlQueries: ['select 1'] });
  await use(orders, MAY_1 + 5 * HOUR, { ann: 4 }, { totalSqlQueries: 4 });
  await use(orders, MAY_1 + DAY, { eve: 5 }, { fieldCounts: [{ fieldPath: 'id', count: 9 }] });
  await use(visits, MAY_1 + 2 * DAY, { ann: 7 }, { totalSqlQueries: 7 });
});

afterAll(() => server.stop());

describe('usageStats?action=query', () => {
  const query = (input: Record<string, unknown>) =>
    act('usageStats', 'query', { resource: orders, duration: 'DAY', ...input });

  it('shows the latest values of each day, and all users of the dataset', async () => {
    const { status, json } = await query({});
    expect(status).toBe(200);
    expect(json.value).toEqual({
      buckets: [
        {
          bucket: MAY_1,
          duration: 'DAY',
          resource: orders,
          metrics: { uniqueUserCount: 1, totalSqlQueries: 4, topSqlQueries: ['select 1'] },
        },
        {
          bucket: MAY_1 + DAY,
          duration: 'DAY',
          resource: orders,
          metrics: { uniqueUserCount: 1 },
        },
      ],
      aggregations: {
        uniqueUserCount: 3,
        users: [
          { user: user('ann'), count: 5 },
          { user: user('bob'), count: 2 },
          { user: user('eve'), count: 5 },
        ],
        fields: [{ fieldName: 'id', count: 9 }],
        totalSqlQueries: 4,
      },
    });
  });

  it.each([
    // Includes buckets without points, as in DataHub.
    ['HOUR', Array.from({ length: 25 }, (_, hour) => MAY_1 + hour * HOUR)],
    ['WEEK', [Date.UTC(2024, 3, 29)]],
    ['MONTH', [MAY_1]],
    ['YEAR', [Date.UTC(2024, 0, 1)]],
  ])('by %s', async (duration, starts) => {
    const { json } = await query({ duration });
    expect(json.value.buckets.map(({ bucket }: { bucket: number }) => bucket)).toEqual(starts);
  });

  it('covers the requested time, and the last buckets', async () => {
    const starts = async (input: Record<string, unknown>): Promise<number[]> =>
      (await query(input)).json.value.buckets.map(({ bucket }: { bucket: number }) => bucket);
    expect(await starts({ startTime: MAY_1 + 1 })).toEqual([MAY_1, MAY_1 + DAY]);
    expect(await starts({ endTime: MAY_1 })).toEqual([MAY_1]);
    expect(await starts({ startTime: MAY_1 + 2 * DAY })).toEqual([]);
    expect(await starts({ duration: 'HOUR', maxBuckets: 2 })).toEqual([MAY_1 + 23 * HOUR, MAY_1 + DAY]);
    const [, empty] = (await query({ duration: 'HOUR' })).json.value.buckets;
    expect(empty).toEqual({
      bucket: MAY_1 + HOUR,
      duration: 'HOUR',
      resource: expect.any(String),
      metrics: {},
    });
  });

  it.each([
    [{ duration: 'DECADE' }, 'duration must be one of HOUR, DAY'],
    [{ duration: undefined }, 'duration must be one of HOUR, DAY'],
    [{ resource: 'nonsense' }, 'nonsense'],
    [{ startTime: 'soon' }, 'startTime must be a whole number'],
    [{ maxBuckets: 0 }, 'maxBuckets must be a whole number from 1'],
  ])('refuses %j', async (input, message) => {
    const { status, json } = await query(input);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });

  it('needs the right to see the usage of the dataset', async () => {
    const reader = await addActor(server, 'reader');
    const ask = async (): Promise<number> =>
      (await reader.request('POST', '/usageStats?action=query', { resource: orders, duration: 'DAY' }))
        .status;
    expect(await ask()).toBe(200);
    const policy = encodeURIComponent('urn:li:dataHubPolicy:view-dataset-sensitive');
    await server.request('DELETE', `/openapi/v3/entity/dataHubPolicy/${policy}`);
    expect(await ask()).toBe(403);
  });
});

describe('usageStats?action=queryRange', () => {
  const buckets = async (rangeFromEnd: string): Promise<number> => {
    const input = { resource: orders, duration: 'DAY', rangeFromEnd };
    return (await act('usageStats', 'queryRange', input)).json.value.buckets.length;
  };

  it('ends now', async () => {
    expect(await buckets('DAY')).toBe(0);
    expect(await buckets('WEEK')).toBe(0);
    expect(await buckets('MONTH')).toBe(2);
    expect(await buckets('ALL')).toBe(2);
  });

  it('refuses an invalid range', async () => {
    const input = { resource: orders, duration: 'DAY', rangeFromEnd: 'constructor' };
    const { status, json } = await act('usageStats', 'queryRange', input);
    expect(status).toBe(400);
    expect(json.message).toContain('rangeFromEnd must be one of HOUR, DAY, WEEK');
  });
});

describe('analytics?action=getTimeseriesStats', () => {
  const byDay = {
    type: 'DATE_GROUPING_BUCKET',
    key: 'timestampMillis',
    timeWindowSize: { unit: 'DAY', multiple: 1 },
  };
  const stats = (input: Record<string, unknown>) =>
    act('analytics', 'getTimeseriesStats', {
      entityName: 'dataset',
      aspectName: 'datasetUsageStatistics',
      ...input,
    });

  it('returns a table over all datasets, with the requested metrics', async () => {
    const metrics = [
      { aggregationType: 'SUM', fieldPath: 'totalSqlQueries' },
      { aggregationType: 'CARDINALITY', fieldPath: 'urn' },
      { aggregationType: 'LATEST', fieldPath: 'topSqlQueries' },
    ];
    const { status, json } = await stats({ metrics, buckets: [byDay] });
    expect(status).toBe(200);
    expect(json.value).toEqual({
      entityName: 'dataset',
      aspectName: 'datasetUsageStatistics',
      aggregationSpecs: metrics,
      groupingBuckets: [byDay],
      table: {
        columnNames: ['timestampMillis', 'sum_totalSqlQueries', 'cardinality_urn', 'latest_topSqlQueries'],
        columnTypes: ['long', 'double', 'long', 'array'],
        rows: [
          [String(MAY_1), '7', '1', '["select 1"]'],
          [String(MAY_1 + DAY), '0', '1', 'NULL'],
          [String(MAY_1 + 2 * DAY), '7', '1', 'NULL'],
        ],
      },
    });
  });

  it('groups matching points by members of lists', async () => {
    const { json } = await stats({
      metrics: [{ aggregationType: 'SUM', fieldPath: 'userCounts.count' }],
      buckets: [{ type: 'STRING_GROUPING_BUCKET', key: 'userCounts.user' }],
      filter: {
        or: [
          {
            and: [
              { field: 'urn', condition: 'EQUAL', values: [orders, visits] },
              { field: 'timestampMillis', condition: 'GREATER_THAN', value: String(MAY_1) },
            ],
          },
        ],
      },
    });
    expect(json.value.table.rows).toEqual([
      [user('ann'), '11'],
      [user('eve'), '5'],
    ]);
  });

  it.each([
    [{ metrics: [{ aggregationType: 'MEAN', fieldPath: 'urn' }] }, 'aggregationType must be one of LATEST'],
    [{ metrics: [{ aggregationType: 'SUM', fieldPath: 'nonsense' }] }, 'Unknown TimeseriesField'],
    [{ metrics: [{ aggregationType: 'SUM', fieldPath: 'userCounts.nonsense' }] }, 'Unknown TimeseriesField'],
    [{ metrics: [{ aggregationType: 'SUM', fieldPath: 'userCounts.user' }] }, 'Cannot SUM userCounts.user'],
    [
      { metrics: [], buckets: [{ ...byDay, key: 'rowCount' }] },
      'Date Grouping bucket is not:timestampMillis',
    ],
    [{ metrics: [], buckets: [{ ...byDay, type: 'NONE' }] }, 'type must be DATE_GROUPING_BUCKET'],
    [{ metrics: [], buckets: [{ ...byDay, timeWindowSize: { unit: 'AGE' } }] }, 'unit must be one of MINUTE'],
    [{ metrics: [], buckets: [{ ...byDay, timeWindowSize: { unit: 'DAY', multiple: 3 } }] }, 'must be 1'],
    [{ metrics: {} }, 'metrics must be a list'],
    [{ metrics: [], aspectName: 'status' }, 'Only timeseries aspects are supported'],
    [{ metrics: [], aspectName: 'nonsense' }, 'Unknown aspect nonsense'],
    [{ metrics: [], entityName: 'nonsense' }, 'Failed to find entity'],
  ])('refuses %j', async (input, message) => {
    const { status, json } = await stats(input);
    expect(status, json.message).toBe(400);
    expect(json.message).toContain(message);
  });
});

describe('operations?action=truncateTimeseriesAspect', () => {
  const truncate = (input: Record<string, unknown>) =>
    act('operations', 'truncateTimeseriesAspect', {
      entityType: 'dataset',
      aspect: 'datasetUsageStatistics',
      endTimeMillis: MAY_1 + 5 * HOUR,
      ...input,
    });

  it('counts old points, and removes them without dry run', async () => {
    const dry = 'Delete 2 out of 4 rows (50.00%). This was a dry run. Run with dryRun = false to execute.';
    expect((await truncate({})).json).toEqual({ value: dry });
    expect((await truncate({ dryRun: true })).json).toEqual({ value: dry });
    const done = await truncate({ dryRun: false });
    expect(done.json).toEqual({ value: 'Delete 2 out of 4 rows (50.00%). Deleted 2 rows.' });
    expect((await truncate({})).json.value).toContain('Delete 0 out of 2 rows');
    expect((await truncate({ aspect: 'datasetProfile' })).json.value).toContain(
      'Delete 0 out of 0 rows (0.00%)',
    );
  });

  it('accepts names in any case, because the garbage collection writes them in lower case', async () => {
    const { value } = (await truncate({ aspect: 'datasetUsageStatistics' })).json;
    const lower = await truncate({ entityType: 'DATASET', aspect: 'datasetusagestatistics' });
    expect(lower.json).toEqual({ value });
  });

  it.each([
    [{ endTimeMillis: undefined }, 'endTimeMillis is missing'],
    [{ endTimeMillis: 'x' }, 'endTimeMillis must be a whole number'],
    [{ aspect: 'status' }, 'Only timeseries aspects are supported'],
    [{ entityType: 'nonsense' }, 'Failed to find entity'],
    [{ dryRun: 'no' }, 'dryRun must be true or false'],
  ])('refuses %j', async (input, message) => {
    const { status, json } = await truncate(input);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });

  it('is for operators', async () => {
    const editor = await addActor(server, 'editor', { roles: ['Editor'] });
    const input = { entityType: 'dataset', aspect: 'datasetUsageStatistics', endTimeMillis: 0 };
    expect((await editor.request('POST', '/operations?action=truncateTimeseriesAspect', input)).status).toBe(
      403,
    );
  });
});
