import { invalidRequest } from '../../../../errors.ts';
import { READ } from '../../../../operations/needs.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { because } from '../../../../refusals.ts';

const refuse = answeredBy(READ, (): never => {
  throw invalidRequest(
    'Semantic search is disabled in this environment. Use searchAcrossEntities for keyword search.',
    undefined,
    because('NOT_SUPPORTED'),
  );
});

/** Semantic search is not supported; fails with DataHub's message for a server where it is disabled. */
export const SEMANTIC_SEARCH_QUERIES = {
  semanticSearch: refuse,
  semanticSearchAcrossEntities: refuse,
} satisfies Partial<Resolvers['Query']>;
