import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { numeric, object } from '../../../../util/json/json-members.ts';
import { getReportedOperations } from '../../../../operations/timeseries/get-reported-operations.ts';
import { getPoints, type PointsInput } from '../../../../operations/timeseries/get-points.ts';
import { getUsage } from '../../../../operations/timeseries/get-usage.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { sumOf, totalsOf, type PointValue } from '../../presenters/usage.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { latestProfileOf, unlessRefused } from './timeseries.ts';

const SUMMED_MS = 30 * 86_400_000;
const MOST_POINTS = 1_000;
const TOP_USERS = 5;

/** `statsSummary` of `Dataset`. */
export const DATASET_STATS = {
  statsSummary: (entity, _args, context) =>
    unlessRefused(async () => {
      const read = { urn: entity.urn, ...bucketsIn(context) };
      const points = (await context.run(getUsage, read)).map(({ value }) => value);
      const users = totalsOf(points, 'userCounts', 'user', ['count']);
      return {
        queryCountLast30Days: counted(points, 'totalSqlQueries'),
        uniqueUserCountLast30Days: points.length === 0 ? null : users.length,
        topUsersLast30Days: top(users, context.references),
        updateCountLast30Days: () => updateCount(entity, context),
        rowCount: async () => (await profile(entity, context))?.['rowCount'],
        sizeInBytes: async () => (await profile(entity, context))?.['sizeInBytes'],
      };
    }),
} satisfies Partial<Resolvers['Dataset']>;

/** `statsSummary` of `Dashboard`. */
export const DASHBOARD_STATS = {
  statsSummary: views('dashboardUsageStatistics', 'usageCount'),
} satisfies Partial<Resolvers['Dashboard']>;

/** `statsSummary` of `Chart`. */
export const CHART_STATS = { statsSummary: views('chartUsageStatistics', 'viewsCount') } satisfies Partial<
  Resolvers['Chart']
>;

/** Sums the daily buckets of views; the all-time view count comes from the latest point that is not a bucket. */
function views(aspectName: string, userCount: string) {
  return async ({ urn }: EntityReference, _args: unknown, context: GraphqlContext): Promise<object> => {
    const key = { urn, aspectName };
    const points = (await context.run(getPoints, { ...key, ...bucketsIn(context) })).map(
      ({ value }) => value,
    );
    const isTotal = {
      field: 'eventGranularity.unit',
      operator: 'IS_NULL',
      values: [],
      negated: false,
    } as const;
    const latest = { from: undefined, to: undefined, limit: 1, filter: [[isTotal]] };
    const [total] = await context.run(getPoints, { ...key, ...latest });
    const users = totalsOf(points, 'userCounts', 'user', [userCount]);
    return {
      viewCount: total?.value['viewsCount'],
      viewCountLast30Days: counted(points, 'viewsCount'),
      uniqueUserCountLast30Days: points.length === 0 ? null : users.length,
      topUsersLast30Days: top(users, context.references),
    };
  };
}

/** Daily buckets of the last 30 days. */
function bucketsIn({ settings }: GraphqlContext): PointsInput {
  const from = Math.max(0, settings.now() - SUMMED_MS);
  const isDaily = {
    field: 'eventGranularity.unit',
    operator: 'EQUAL',
    values: ['DAY'],
    negated: false,
  } as const;
  return { from, to: undefined, limit: MOST_POINTS, filter: [[isDaily]] };
}

function counted(points: readonly PointValue[], member: string): number | null {
  return points.some((point) => numeric(point[member]) !== undefined) ? sumOf(points, member) : null;
}

function top(users: ReturnType<typeof totalsOf>, references: EntityReferences): readonly EntityReference[] {
  const known = users.flatMap(({ name }) => ofType('corpuser', references.find(name)) ?? []);
  return known.slice(0, TOP_USERS);
}

function updateCount({ urn }: EntityReference, context: GraphqlContext): Promise<number | null> {
  const input = { urn, ...bucketsIn(context), filter: [] };
  return unlessRefused(async () => (await context.run(getReportedOperations, input)).length);
}

async function profile(entity: EntityReference, context: GraphqlContext): Promise<PointValue | undefined> {
  return object(await latestProfileOf(entity, ['FULL_TABLE'], context));
}
