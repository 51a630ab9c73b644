import { invalidRequest } from '../../../errors.ts';
import type { FieldResolvers } from '../build-schema.ts';

/** Semantic search is not supported; answers in the words of a DataHub where it is disabled. */
export const SEMANTIC_SEARCH_QUERIES: FieldResolvers = {
  semanticSearch: refuse,
  semanticSearchAcrossEntities: refuse,
};

function refuse(): never {
  throw invalidRequest(
    'Semantic search is disabled in this environment. Use searchAcrossEntities for keyword search.',
  );
}
