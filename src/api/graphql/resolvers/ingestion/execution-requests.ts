import { cancelExecutionRequest } from '../../../../operations/ingestion/cancel-execution-request.ts';
import { createExecutionRequest } from '../../../../operations/ingestion/create-execution-request.ts';
import { createTestConnectionRequest } from '../../../../operations/ingestion/create-test-connection-request.ts';
import { getExecutionRequest } from '../../../../operations/ingestion/get-execution-request.ts';
import { listExecutionRequests } from '../../../../operations/ingestion/list-execution-requests.ts';
import { listIngestionSources } from '../../../../operations/ingestion/list-ingestion-sources.ts';
import { rollbackIngestion } from '../../../../operations/ingestion/rollback-ingestion.ts';
import { answeredBy, ofInput } from '../fields/bind-operation.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { FacetFilterInput, Resolvers } from '../../schema/schema-types.generated.ts';

/** Maximum number of built-in ingestion sources; there is one today. */
const MOST_SYSTEM_SOURCES = 100;

/** Queries of execution requests. */
export const EXECUTION_REQUEST_QUERIES = {
  listExecutionRequests: answeredBy(listExecutionRequests, async (_root, { input }, context) => {
    const { query, start, count, systemSources } = input;
    const { field, sortOrder: order } = input.sort ?? { field: 'requestTimeMs', sortOrder: 'DESCENDING' };
    const ofSources = typeof systemSources === 'boolean' ? [await runsOfSystem(systemSources, context)] : [];
    const filter = parseFilter({ filters: [...(input.filters ?? []), ...ofSources] });
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
  createIngestionExecutionRequest: ofInput(createExecutionRequest, { present: (urn) => urn }),
  cancelIngestionExecutionRequest: ofInput(cancelExecutionRequest, { present: (urn) => urn }),
  createTestConnectionRequest: ofInput(createTestConnectionRequest, { present: (urn) => urn }),
  rollbackIngestion: ofInput(rollbackIngestion, { present: (runId) => runId }),
} satisfies Partial<Resolvers['Mutation']>;

/** The condition that a run belongs, or does not belong, to a built-in ingestion source. */
async function runsOfSystem(isOfSystem: boolean, context: GraphqlContext): Promise<FacetFilterInput> {
  const filter = parseFilter({ filters: [{ field: 'sourceType', values: ['SYSTEM'] }] });
  const { entities } = await context.run(listIngestionSources, { filter, count: MOST_SYSTEM_SOURCES });
  return { field: 'ingestionSource', values: entities.map(({ urn }) => urn), negated: !isOfSystem };
}
