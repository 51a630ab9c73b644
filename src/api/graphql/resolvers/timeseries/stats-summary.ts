import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { numeric, object } from '../../../../util/json/json-members.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { sumOf, totalsOf } from '../../presenters/usage.ts';
import type { PointValue } from '../../presenters/usage.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { latestProfileOf, unlessForbidden } from './timeseries.ts';

const SUMMED_MS = 30 * 86_400_000;
const MOST_POINTS = 1_000;
const TOP_USERS = 5;

/** `statsSummary` of `Dataset`. */
export const DATASET_STATS = {
  statsSummary: (entity, _args, context) =>
    unlessForbidden('VIEW_DATASET_USAGE', entity, context, async () => {
      const points = await bucketsOf(entity, 'datasetUsageStatistics', context);
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
  return async (entity: EntityReference, _args: unknown, context: GraphqlContext): Promise<object> => {
    const points = await bucketsOf(entity, aspectName, context);
    const isTotal = {
      field: 'eventGranularity.unit',
      operator: 'IS_NULL',
      values: [],
      negated: false,
    } as const;
    const [total] = await context.catalog.points(
      { urn: entity.urn, aspectName },
      { from: undefined, to: undefined, limit: 1, filter: [[isTotal]] },
    );
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
async function bucketsOf(
  { urn }: EntityReference,
  aspectName: string,
  { catalog, settings }: GraphqlContext,
): Promise<readonly PointValue[]> {
  const from = Math.max(0, settings.now() - SUMMED_MS);
  const isDaily = {
    field: 'eventGranularity.unit',
    operator: 'EQUAL',
    values: ['DAY'],
    negated: false,
  } as const;
  const input = { from, to: undefined, limit: MOST_POINTS, filter: [[isDaily]] };
  const points = await catalog.points({ urn, aspectName }, input);
  return points.map(({ value }) => value);
}

function counted(points: readonly PointValue[], member: string): number | null {
  return points.some((point) => numeric(point[member]) !== undefined) ? sumOf(points, member) : null;
}

function top(users: ReturnType<typeof totalsOf>, references: EntityReferences): readonly EntityReference[] {
  const known = users.flatMap(({ name }) => ofType('corpuser', references.find(name)) ?? []);
  return known.slice(0, TOP_USERS);
}

function updateCount(entity: EntityReference, context: GraphqlContext): Promise<number | null> {
  return unlessForbidden('VIEW_DATASET_OPERATIONS', entity, context, async () => {
    const from = Math.max(0, context.settings.now() - SUMMED_MS);
    const input = { from, to: undefined, limit: MOST_POINTS, filter: [] };
    return (await context.catalog.points({ urn: entity.urn, aspectName: 'operation' }, input)).length;
  });
}

async function profile(entity: EntityReference, context: GraphqlContext): Promise<PointValue | undefined> {
  const latest = await unlessForbidden('VIEW_DATASET_PROFILE', entity, context, () =>
    latestProfileOf(entity, ['FULL_TABLE'], context),
  );
  return object(latest);
}
