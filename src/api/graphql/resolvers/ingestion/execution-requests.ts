import { cancelExecutionRequest } from '../../../../operations/ingestion/cancel-execution-request.ts';
import { createExecutionRequest } from '../../../../operations/ingestion/create-execution-request.ts';
import { createTestConnectionRequest } from '../../../../operations/ingestion/create-test-connection-request.ts';
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

/** Requests, cancels and rolls back ingestion runs. */
export const EXECUTION_REQUEST_MUTATIONS = {
  createIngestionExecutionRequest: bind(
    createExecutionRequest,
    ({ input }) => ({ source: input.ingestionSourceUrn }),
    {
      present: (urn) => urn,
    },
  ),
  cancelIngestionExecutionRequest: bind(
    cancelExecutionRequest,
    ({ input }) => ({ source: input.ingestionSourceUrn, request: input.executionRequestUrn }),
    {
      present: (urn) => urn,
    },
  ),
  createTestConnectionRequest: bind(createTestConnectionRequest, ({ input }) => input, {
    present: (urn) => urn,
    // Without a preview of the input: a recipe may have a password in it.
  }),
  rollbackIngestion: bind(rollbackIngestion, ({ input }) => input, { present: (runId) => runId }),
} satisfies Partial<Resolvers['Mutation']>;
