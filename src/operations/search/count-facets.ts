import type { SearchInput } from '../../query/metadata-query.ts';
import { defineRead } from '../operation.ts';
import { checkSearch } from './search-limits.ts';

export type { FacetResult, SearchFlags, SearchInput } from '../../query/metadata-query.ts';

/**
 * Counts the values of fields among matching entities. `facets` empty: the default facets of the entity types, without
 * those that have no values.
 */
export const countFacets = defineRead({
  name: 'countFacets',
  summary: 'Counts the values of fields among the entities that match a search.',
  limits: ({ search }: { readonly search: SearchInput; readonly facets: readonly string[] }) =>
    checkSearch(search),
  isLong: true,
  run: ({ search, facets }, { query, scope }) => query.aggregate(search, facets, scope),
});
