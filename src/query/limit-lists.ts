import { invalidRequest } from '../errors.ts';
import type { MetadataQuery } from './metadata-query.ts';

/** Refuses pages and lists of urns that are longer than the operator allows, with INVALID_REQUEST. */
export function limitLists<Query extends MetadataQuery>(query: Query, longest: number): Query {
  const check = (what: string, length: number): void => {
    if (length > longest) {
      throw invalidRequest(`${what} must be at most ${longest}, not ${length}. Ask for less at a time.`);
    }
  };
  return {
    ...query,
    search: async (input, scope) => {
      check('count', input.count);
      return query.search(input, scope);
    },
    relationships: async (input, scope) => {
      check('count', input.count);
      return query.relationships(input, scope);
    },
    getEntities: async (urns, aspectNames, scope) => {
      check('The number of urns', urns.length);
      return query.getEntities(urns, aspectNames, scope);
    },
    existing: async (urns, scope) => {
      check('The number of urns', urns.length);
      return query.existing(urns, scope);
    },
  };
}
