import { CatalogError } from '../../../../errors.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { Filter } from '../../../../model/filter.ts';
import { entries, object } from '../../../../util/json/json-members.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import type { Point, PointsInput } from '../../context/catalog-types.ts';
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
  datasetProfiles: (entity, args, context) =>
    unlessForbidden('VIEW_DATASET_PROFILE', entity, context, async () =>
      (await pointsOf(entity, 'datasetProfile', args, context)).map(profile),
    ),
  latestFullTableProfile: (entity, _args, context) =>
    unlessForbidden('VIEW_DATASET_PROFILE', entity, context, () =>
      latestProfileOf(entity, ['FULL_TABLE'], context),
    ),
  latestPartitionProfile: (entity, _args, context) =>
    unlessForbidden('VIEW_DATASET_PROFILE', entity, context, () =>
      latestProfileOf(entity, ['PARTITION', 'QUERY'], context),
    ),
  operations: (entity, args, context) =>
    unlessForbidden('VIEW_DATASET_OPERATIONS', entity, context, async () =>
      (await pointsOf(entity, 'operation', args, context)).map(({ value }) => ({
        ...value,
        partition: object(value['partitionSpec'])?.['partition'],
        customProperties: entries(value['customProperties']),
      })),
    ),
  usageStats: (entity, args, context) =>
    unlessForbidden('VIEW_DATASET_USAGE', entity, context, async () => {
      const isDaily = {
        field: 'eventGranularity.unit',
        operator: 'EQUAL',
        values: ['DAY'],
        negated: false,
      } as const;
      const from = startOf(args, context.settings.now());
      const input = { from, to: undefined, limit: MAX_POINTS, filter: [[isDaily]] };
      const found = await context.catalog.points(
        { urn: entity.urn, aspectName: 'datasetUsageStatistics' },
        input,
      );
      const values = found.map(({ value }) => value);
      return datasetUsage(entity.urn, values, context.references);
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
      ...{ failed: count('FAILURE'), succeeded: count('SUCCESS'), errored: count('ERROR') },
      runEvents: events.map(runEvent),
    };
  },
} satisfies Partial<Resolvers['Assertion']>;

/** Length of each range in days. */
const RANGE_DAYS: Readonly<Record<TimeRange, number>> = {
  ...{ HOUR: 1 / 24, DAY: 1, WEEK: 7, MONTH: 31, QUARTER: 92, HALF_YEAR: 183, YEAR: 366, ALL: Infinity },
};

/** Start in epoch ms. Ranges span at least a day: a daily bucket counts if any part of it is in the range. */
function startOf({ range, startTimeMillis }: ArgumentsOf<'Dataset', 'usageStats'>, now: number): number {
  const days = RANGE_DAYS[range ?? 'MONTH'];
  return startTimeMillis ?? Math.max(0, now - Math.max(1, days) * DAY_MS);
}

/** Latest profile with one of these partition types; undefined when there is none. */
export async function latestProfileOf(
  entity: EntityReference,
  types: readonly string[],
  { catalog }: GraphqlContext,
): Promise<object | undefined> {
  const ofType = { field: 'partitionSpec.type', operator: 'EQUAL', values: types, negated: false } as const;
  // A profile without a partition is of the whole table.
  const ofNone = {
    field: 'partitionSpec.partition',
    operator: 'IS_NULL',
    values: [],
    negated: false,
  } as const;
  const filter: Filter = types.includes('FULL_TABLE') ? [[ofType], [ofNone]] : [[ofType]];
  const input: PointsInput = { from: undefined, to: undefined, limit: 1, filter };
  const [latest] = await catalog.points({ urn: entity.urn, aspectName: 'datasetProfile' }, input);
  return latest && profile(latest);
}

function profile({ value }: Point): object {
  return { ...value, partitionSpec: partitionSpec(value['partitionSpec']) };
}

/** Points of a timeseries aspect, latest first; at most 1,000. Throws INVALID_REQUEST for a negative limit. */
export function pointsOf(
  { urn }: EntityReference,
  aspectName: string,
  { startTimeMillis, endTimeMillis, filter, limit }: PointArguments,
  { catalog }: GraphqlContext,
): Promise<readonly Point[]> {
  return catalog.points(
    { urn, aspectName },
    {
      from: startTimeMillis ?? undefined,
      to: endTimeMillis ?? undefined,
      limit: Math.min(notNegative('limit', limit ?? MAX_POINTS), MAX_POINTS),
      filter: filter ? [filter.and.map(parseCriterion)] : [],
    },
  );
}

function runEvent({ value, systemMetadata }: Point): object {
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

/** Runs `read`, or returns null without the privilege: the rest of the entity is still shown, as in DataHub. */
export async function unlessForbidden<T>(
  privilege: string,
  { urn }: EntityReference,
  { catalog }: GraphqlContext,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    await catalog.requireEntityPrivilege(
      privilege,
      urn,
      `User is unauthorized to read ${urn} (${privilege})`,
    );
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'FORBIDDEN') return null;
    throw error;
  }
  return read();
}
