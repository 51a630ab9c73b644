import type { Urn } from '../../../../model/urn.ts';
import { getProfiles } from '../../../../operations/timeseries/get-profiles.ts';
import { getReportedOperations } from '../../../../operations/timeseries/get-reported-operations.ts';
import { getUsage } from '../../../../operations/timeseries/get-usage.ts';
import { numeric } from '../../../../util/json/json-members.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { operationCounts } from '../../presenters/operation-counts.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { startOf, unlessRefused } from './timeseries.ts';

/** Maximum number of operations that are counted. */
const MOST_COUNTED = 10_000;

type Points = typeof getProfiles;

/** Fields of `Dataset` that summarize its points. */
export const DATASET_CAPABILITIES = {
  operationsStats: ({ urn }, { input }, context) =>
    unlessRefused(async () => {
      const from = startOf({ range: input?.range ?? null }, context.settings.now());
      const points = await context.run(getReportedOperations, { urn, from, limit: MOST_COUNTED });
      const values = points.map(({ value }) => value);
      return operationCounts(urn, values, input?.timeZone ?? 'UTC');
    }),
  timeseriesCapabilities: ({ urn }, _args, context) => ({
    assetStats: {
      oldestOperationTime: () => oldest(getReportedOperations, urn, context),
      oldestDatasetUsageTime: () => oldest(getUsage, urn, context),
      oldestDatasetProfileTime: () => oldest(getProfiles, urn, context),
    },
  }),
} satisfies Partial<Resolvers['Dataset']>;

/**
 * Time of the oldest point, in epoch ms; null without any, and for callers who may not see them. Points are read
 * newest first, so this is a binary search over time: at most about forty reads of one point.
 */
function oldest(points: Points, urn: Urn, context: GraphqlContext): Promise<number | null> {
  const newestUntil = async (to: number | undefined): Promise<number | undefined> => {
    const [point] = await context.run(points, { urn, to, limit: 1 });
    return numeric(point?.value['timestampMillis']);
  };
  return unlessRefused(async () => {
    let found = await newestUntil(undefined);
    let none = -1;
    while (found !== undefined && found - none > 1) {
      const middle = none + Math.floor((found - none) / 2);
      const earlier = await newestUntil(middle);
      if (earlier === undefined) none = middle;
      else found = earlier;
    }
    return found ?? null;
  });
}
