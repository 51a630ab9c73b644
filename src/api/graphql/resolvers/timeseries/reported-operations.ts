import type { EntityReference } from '../../../../model/entity-reference.ts';
import { reportOperation } from '../../../../operations/asset-operations/report-operation.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { ofInput } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';

interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
}

/** Mutation that reports an operation on a data asset. */
export const OPERATION_MUTATIONS = {
  reportOperation: ofInput(reportOperation, { present: (urn) => urn }),
} satisfies Partial<Resolvers['Mutation']>;

/** One page of the runs of a data job, latest first. */
export async function runsOf(
  { urn }: EntityReference,
  { start, count }: PageArguments,
  context: GraphqlContext,
): Promise<object> {
  const filter = [[equalTo('parentTemplate', urn)]];
  const sort = [{ field: 'created', order: 'DESCENDING' }] as const;
  const { entities, ...page } = await context.run(listEntities, {
    entityTypes: ['dataProcessInstance'],
    filter,
    sort,
    start,
    count,
  });
  return { ...page, runs: entities };
}
