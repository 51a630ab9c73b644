import { getExecutionRequest } from '../../../../operations/ingestion/get-execution-request.ts';
import { listExecutionRequests } from '../../../../operations/ingestion/list-execution-requests.ts';
import { rollbackIngestion } from '../../../../operations/ingestion/rollback-ingestion.ts';
import { answeredBy, bind } from '../fields/bind-operation.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Queries of execution requests. */
export const EXECUTION_REQUEST_QUERIES = {
  listExecutionRequests: answeredBy(listExecutionRequests, async (_root, { input }, context) => {
    const { query, start, count, filters } = input;
    const { field, sortOrder: order } = input.sort ?? { field: 'requestTimeMs', sortOrder: 'DESCENDING' };
    const filter = parseFilter({ filters: filters ?? null });
    const listing = { query, start, count, filter, sort: [{ field, order }] };
    const { entities, ...page } = await context.run(listExecutionRequests, listing);
    return { ...page, executionRequests: entities };
  }),
  executionRequest: answeredBy(getExecutionRequest, (_root, { urn }, context) =>
    context.run(getExecutionRequest, { request: urn }),
  ),
} satisfies Partial<Resolvers['Query']>;

/** Rolls back ingestion runs. */
export const EXECUTION_REQUEST_MUTATIONS = {
  rollbackIngestion: bind(rollbackIngestion, ({ input }) => input, { present: (runId) => runId }),
} satisfies Partial<Resolvers['Mutation']>;
