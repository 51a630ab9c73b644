import type { Aspect } from '../../../../model/aspect.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { Filter } from '../../../../model/filter.ts';
import { entries, object } from '../../../../util/json/json-members.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { RefusedGrants } from '../../../../operations/timeseries/dataset-points.ts';
import { getReportedOperations } from '../../../../operations/timeseries/get-reported-operations.ts';
import { getPoints, type PointsInput } from '../../../../operations/timeseries/get-points.ts';
import { getProfiles } from '../../../../operations/timeseries/get-profiles.ts';
import { getUsage } from '../../../../operations/timeseries/get-usage.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseCriterion } from '../../inputs/parse-search.ts';
import { partitionSpec } from '../../presenters/partition-spec.ts';
import { dashboardUsage, datasetUsage } from '../../presenters/usage.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';
import type { Resolvers, TimeRange } from '../../schema/schema-types.generated.ts';

/** Default and maximum number of points in a response. */
const MAX_POINTS = 1_000;
const DAY_MS = 86_400_000;

/** Time range in epoch ms, filter and limit of a timeseries field. */
export type PointArguments = ArgumentsOf<'Dataset', 'datasetProfiles'>;

/** Timeseries fields of `Dataset`. */
export const DATASET_POINTS = {
  datasetProfiles: ({ urn }, args, context) =>
    unlessRefused(async () => (await context.run(getProfiles, { urn, ...pointsInput(args) })).map(profile)),
  latestFullTableProfile: (entity, _args, context) => latestProfileOf(entity, ['FULL_TABLE'], context),
  latestPartitionProfile: (entity, _args, context) =>
    latestProfileOf(entity, ['PARTITION', 'QUERY'], context),
  operations: ({ urn }, args, context) =>
    unlessRefused(async () =>
      (await context.run(getReportedOperations, { urn, ...pointsInput(args) })).map(({ value }) => ({
        ...value,
        partition: object(value['partitionSpec'])?.['partition'],
        customProperties: entries(value['customProperties']),
      })),
    ),
  usageStats: ({ urn }, args, context) =>
    unlessRefused(async () => {
      const isDaily = {
        field: 'eventGranularity.unit',
        operator: 'EQUAL',
        values: ['DAY'],
        negated: false,
      } as const;
      const from = startOf(args, context.settings.now());
      const input = { urn, from, limit: MAX_POINTS, filter: [[isDaily]] };
      const values = (await context.run(getUsage, input)).map(({ value }) => value);
      return datasetUsage(urn, values, context.references);
    }),
} satisfies Partial<Resolvers['Dataset']>;

/** Timeseries fields of `Dashboard`. */
export const DASHBOARD_POINTS = {
  usageStats: async (entity, args, context) => {
    const found = await pointsOf(entity, 'dashboardUsageStatistics', args, context);
    const values = found.map(({ value }) => value);
    return dashboardUsage(entity.urn, values, context.references);
  },
} satisfies Partial<Resolvers['Dashboard']>;

/** Timeseries fields of `Assertion`. */
export const ASSERTION_POINTS = {
  runEvents: async (entity, args, context) => {
    const found = await pointsOf(entity, 'assertionRunEvent', args, context);
    const events = found.filter(({ value }) => (args.status ?? value['status']) === value['status']);
    const count = (type: string): number =>
      events.filter(({ value }) => object(value['result'])?.['type'] === type).length;
    return {
      total: events.length,
      failed: count('FAILURE'),
      succeeded: count('SUCCESS'),
      errored: count('ERROR'),
      runEvents: events.map(runEvent),
    };
  },
} satisfies Partial<Resolvers['Assertion']>;

/** Length of each range in days. */
const RANGE_DAYS: Readonly<Record<TimeRange, number>> = {
  HOUR: 1 / 24,
  DAY: 1,
  WEEK: 7,
  MONTH: 31,
  QUARTER: 92,
  HALF_YEAR: 183,
  YEAR: 366,
  ALL: Infinity,
};

/** Start in epoch ms. Ranges span at least a day: a daily bucket counts if any part of it is in the range. */
export function startOf(
  { range, startTimeMillis }: Pick<ArgumentsOf<'Dataset', 'usageStats'>, 'range' | 'startTimeMillis'>,
  now: number,
): number {
  const days = RANGE_DAYS[range ?? 'MONTH'];
  return startTimeMillis ?? Math.max(0, now - Math.max(1, days) * DAY_MS);
}

/** Latest profile with one of these partition types; null when there is none, or without the privilege to see it. */
export function latestProfileOf(
  { urn }: EntityReference,
  types: readonly string[],
  context: GraphqlContext,
): Promise<object | null> {
  const ofType = { field: 'partitionSpec.type', operator: 'EQUAL', values: types, negated: false } as const;
  // A profile without a partition covers the whole table.
  const ofNone = {
    field: 'partitionSpec.partition',
    operator: 'IS_NULL',
    values: [],
    negated: false,
  } as const;
  const filter: Filter = types.includes('FULL_TABLE') ? [[ofType], [ofNone]] : [[ofType]];
  return unlessRefused(async () => {
    const input = { urn, limit: 1, filter };
    const [latest] = await context.run(getProfiles, input);
    return latest === undefined ? null : profile(latest);
  });
}

function profile({ value }: Aspect): object {
  return { ...value, partitionSpec: partitionSpec(value['partitionSpec']) };
}

/** Points of a timeseries aspect, latest first; at most 1,000. Throws INVALID_REQUEST for a negative limit. */
export async function pointsOf(
  { urn }: EntityReference,
  aspectName: string,
  args: PointArguments,
  context: GraphqlContext,
): Promise<readonly Aspect[]> {
  return context.run(getPoints, { urn, aspectName, ...pointsInput(args) });
}

function pointsInput({ startTimeMillis, endTimeMillis, filter, limit }: PointArguments): PointsInput {
  return {
    from: startTimeMillis ?? undefined,
    to: endTimeMillis ?? undefined,
    limit: Math.min(notNegative('limit', limit ?? MAX_POINTS), MAX_POINTS),
    filter: filter ? [filter.and.map(parseCriterion)] : [],
  };
}

function runEvent({ value, systemMetadata }: Aspect): object {
  const result = object(value['result']);
  const error = object(result?.['error']);
  const properties = object(error?.['properties']);
  return {
    ...value,
    partitionSpec: partitionSpec(value['partitionSpec']),
    lastObservedMillis: systemMetadata.lastObserved,
    runtimeContext: entries(value['runtimeContext']),
    result: result && {
      ...result,
      nativeResults: entries(result['nativeResults']),
      error: error && {
        ...error,
        displayMessage: properties?.['message'],
        properties: entries(properties),
      },
    },
  };
}

/** The result of `read`, or null if it is refused: the other fields of the entity are still shown, as in DataHub. */
export async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RefusedGrants) return null;
    throw error;
  }
}
