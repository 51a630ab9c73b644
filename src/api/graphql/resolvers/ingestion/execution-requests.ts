import { findEntities } from '../../../../operations/find-entities.ts';
import { rollbackIngestion } from '../../../../operations/ingestion/rollback-ingestion.ts';
import { bind } from '../fields/bind-operation.ts';
import { requireOneOf } from '../../context/require-privilege.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

const MANAGE = ['MANAGE_INGESTION'];
const TYPE = 'dataHubExecutionRequest';

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
  rollbackIngestion: bind(rollbackIngestion, ({ input }) => input, { present: (runId) => runId }),
} satisfies Partial<Resolvers['Mutation']>;
