import { MATCH_ALL, type Expression } from '../../src/search/expression.ts';
import type { PageRequest } from '../../src/search/search-index.ts';

/** A condition that all documents match, so that the catalog counts rarities, and scores every match. */
export const everything: Expression = { kind: 'terms', field: 'all', values: ['yes'], ignoreCase: false };

/** A search for words in names, which count most, and in descriptions. */
export function requestOf(text: string, page: Partial<PageRequest>, among?: Expression): PageRequest {
  const fields = [
    { field: 'name', boost: 4 },
    { field: 'description', boost: 1 },
  ];
  const words = { text, fields, ...(among && { among }) };
  return { entityTypes: ['dataset'], where: MATCH_ALL, words, sort: [], from: 0, size: 20, ...page };
}
