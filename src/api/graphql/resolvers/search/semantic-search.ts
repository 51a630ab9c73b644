import { invalidRequest } from '../../../../errors.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Semantic search is not supported; answers in the words of a DataHub where it is disabled. */
export const SEMANTIC_SEARCH_QUERIES = {
  semanticSearch: refuse,
  semanticSearchAcrossEntities: refuse,
} satisfies Partial<Resolvers['Query']>;

function refuse(): never {
  throw invalidRequest(
    'Semantic search is disabled in this environment. Use searchAcrossEntities for keyword search.',
  );
}
