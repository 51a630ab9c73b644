import { upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import { readAspect } from '../../../operations/stored.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import { parseFilter } from '../parse-search.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

const MANAGE = ['MANAGE_INGESTION'];
const TYPE = 'dataHubExecutionRequest';
const RESULT = 'dataHubExecutionRequestResult';

/** Queries of execution requests. */
export const EXECUTION_REQUEST_QUERIES = {
  listExecutionRequests: async (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    const { query, start, count, filters } = input;
    const { field, sortOrder: order } = input.sort ?? { field: 'requestTimeMs', sortOrder: 'DESCENDING' };
    const filter = parseFilter({ filters: filters ?? null });
    const listing = { entityTypes: [TYPE], query, start, count, filter, sort: [{ field, order }] };
    const { entities, ...page } = await findEntities(listing, context);
    return { ...page, executionRequests: entities };
  },
} satisfies Partial<Resolvers['Query']>;

/** Rolls back ingestion runs. */
export const EXECUTION_REQUEST_MUTATIONS = {
  rollbackIngestion: (_root, { input: { runId } }, context) => {
    requireOneOf(MANAGE, context);
    return updating({ runId }, async () => {
      const { sequence } = await context.catalog.rollBackRun({ runId, dryRun: false, hard: true });
      if (sequence !== undefined) context.wrote(sequence);
      await markRolledBack(runId, context);
      return runId;
    });
  },
} satisfies Partial<Resolvers['Mutation']>;

/** Sets the status of the run's execution request to ROLLED_BACK, if there is one with a result. */
async function markRolledBack(runId: string, context: GraphqlContext): Promise<void> {
  if (!/^[\w.-]+$/.test(runId)) return;
  const urn = formatUrn(TYPE, runId);
  const result = await readAspect(urn, RESULT, context);
  if (result !== undefined)
    await context.ingest([upsertOf(urn, RESULT, { ...result, status: 'ROLLED_BACK' })]);
}
