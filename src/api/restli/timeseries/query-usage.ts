import { invalidRequest } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { AspectSpec } from '../../../model/entity-registry.ts';
import { emptyIntervals } from '../../../model/points/calendar-interval.ts';
import { pointField } from '../../../model/points/point-fields.ts';
import { NO_VALUE, PointTable, type Grouping, type Metric } from '../../../model/points/point-table.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import { parseJsonExactly } from '../../../util/json/exact-json.ts';
import { asText, optionalInteger, wrongChoice } from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { queryUsage, type UsageWindow } from '../../../operations/timeseries/query-usage.ts';
import { action, type ActionCall, type RestliAnswer } from '../resource.ts';
import { usageAspect } from './analytics.ts';

const DURATIONS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

type Duration = (typeof DURATIONS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Length of each range in ms: one bucket longer than its name, because a bucket counts by its start time. */
const RANGES: Readonly<Record<string, number>> = {
  HOUR: 2 * HOUR_MS,
  DAY: 2 * DAY_MS,
  WEEK: 8 * DAY_MS,
  MONTH: 31 * DAY_MS,
  QUARTER: 92 * DAY_MS,
  HALF_YEAR: 184 * DAY_MS,
  YEAR: 366 * DAY_MS,
  ALL: Number.POSITIVE_INFINITY,
};

/** `POST /usageStats?action=query`: usage of a dataset in a time range, by calendar interval and in total. */
export const query = action(queryUsage, async (call) => {
  const { input } = call;
  const from = optionalInteger(input['startTime'], 'startTime');
  const to = optionalInteger(input['endTime'], 'endTime');
  const maxBuckets = optionalInteger(input['maxBuckets'], 'maxBuckets');
  if (maxBuckets !== undefined && maxBuckets < 1) {
    throw invalidRequest(`maxBuckets must be a whole number from 1, but it is ${maxBuckets}.`);
  }
  return usage(call, { from, to }, maxBuckets);
});

/** `POST /usageStats?action=queryRange`: usage of a dataset in a range that ends now. */
export const queryRange = action(queryUsage, async (call) => {
  const { input, now } = call;
  const range = asText(input['rangeFromEnd'], 'rangeFromEnd');
  const length = Object.hasOwn(RANGES, range) ? RANGES[range] : undefined;
  if (length === undefined) throw wrongChoice('rangeFromEnd', Object.keys(RANGES), range);
  const to = now();
  return usage(call, { from: Math.max(0, to - length - 1), to }, undefined);
});

/** Parses the interval of usage buckets; throws INVALID_REQUEST for an unknown one. */
export function readDuration(value: JsonValue | undefined, at: string): Duration {
  const duration = DURATIONS.find((name) => name === value);
  if (duration === undefined) throw wrongChoice(at, DURATIONS, value);
  return duration;
}

async function usage(
  { registry, requester, input }: ActionCall,
  window: Omit<UsageWindow, 'urn'>,
  maxBuckets: number | undefined,
): Promise<RestliAnswer> {
  const urn = parseUrn(asText(input['resource'], 'resource'));
  const duration = readDuration(input['duration'], 'duration');
  const aspect = usageAspect(registry);
  const points = await requester.run(queryUsage, { urn, ...window });
  const buckets = bucketsOf(aspect, urn, duration, points);
  return {
    value: {
      buckets: maxBuckets === undefined ? buckets : buckets.slice(-maxBuckets),
      aggregations: aggregations(aspect, points, buckets),
    },
  };
}

interface Bucket extends JsonObject {
  readonly bucket: number;
  readonly metrics: JsonObject;
}

/** The latest values of each calendar interval from the first to the last with points, earliest first. */
function bucketsOf(
  aspect: AspectSpec,
  resource: Urn,
  duration: Duration,
  points: readonly Aspect[],
): readonly Bucket[] {
  const latest = (path: string): Metric => ({ aggregation: 'LATEST', field: pointField(aspect, path) });
  const metrics = ['uniqueUserCount', 'totalSqlQueries', 'topSqlQueries'].map(latest);
  const filled = rowsOf([{ interval: duration }], metrics, points).map(([bucket, users, queries, texts]) => ({
    bucket: Number(bucket),
    duration,
    resource,
    metrics: {
      ...known('uniqueUserCount', users),
      ...known('totalSqlQueries', queries),
      ...known('topSqlQueries', texts),
    },
  }));
  const starts = filled.map(({ bucket }) => bucket);
  const empty = emptyIntervals(starts, duration).map((bucket) => ({
    bucket,
    duration,
    resource,
    metrics: {},
  }));
  return [...filled, ...empty].sort((a, b) => a.bucket - b.bucket);
}

/** Totals over the whole time range: usage by user and by column, and number of queries. */
function aggregations(aspect: AspectSpec, points: readonly Aspect[], buckets: readonly Bucket[]): JsonObject {
  const field = (path: string): Metric['field'] => pointField(aspect, path);
  const users = rowsOf(
    [{ field: field('userCounts.user') }],
    [
      { aggregation: 'SUM', field: field('userCounts.count') },
      { aggregation: 'LATEST', field: field('userCounts.userEmail') },
    ],
    points,
  );
  const fields = rowsOf(
    [{ field: field('fieldCounts.fieldPath') }],
    [{ aggregation: 'SUM', field: field('fieldCounts.count') }],
    points,
  );
  const totals = buckets.flatMap(({ metrics: { totalSqlQueries } }) =>
    typeof totalSqlQueries === 'number' ? [totalSqlQueries] : [],
  );
  return {
    uniqueUserCount: users.length,
    users: users.map(([user = '', count, email]) => ({
      user,
      count: Number(count),
      ...(email !== NO_VALUE && email !== undefined && { userEmail: email }),
    })),
    fields: fields.map(([fieldName = '', count]) => ({ fieldName, count: Number(count) })),
    ...(totals.length > 0 && { totalSqlQueries: totals.reduce((sum, total) => sum + total, 0) }),
  };
}

function rowsOf(
  groupings: readonly Grouping[],
  metrics: readonly Metric[],
  points: readonly Aspect[],
): PointTable['rows'] {
  const table = new PointTable(groupings, metrics);
  for (const point of points) table.add(point);
  return table.rows;
}

function known(name: string, text: string | undefined): JsonObject {
  return text === undefined || text === NO_VALUE ? {} : { [name]: parseJsonExactly(text) };
}
