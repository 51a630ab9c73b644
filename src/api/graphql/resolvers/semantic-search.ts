import { invalidRequest } from '../../../errors.ts';
import type { FieldResolvers } from '../build-schema.ts';

/** Search by meaning, in the words of a DataHub in which it is not switched on. */
export const SEMANTIC_SEARCH_QUERIES: FieldResolvers = {
  semanticSearch: refuse,
  semanticSearchAcrossEntities: refuse,
};

function refuse(): never {
  throw invalidRequest(
    'Semantic search is disabled in this environment. Use searchAcrossEntities, which looks for words.',
  );
}
