import type { LineageSearchInput } from '../../query/lineage/lineage-query.ts';
import { defineRead } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';

export type {
  LineageFlags,
  LineageSearchInput,
  LineageSearchOutcome,
} from '../../query/lineage/lineage-query.ts';

/** Finds matching entities upstream or downstream of an entity. */
export const searchLineage = defineRead({
  name: 'searchLineage',
  summary: 'Finds matching entities upstream or downstream of an entity, with their distance and paths.',
  limits: (input: LineageSearchInput) => checkSearch(input),
  isLong: true,
  run: (input, { query, scope }) => query.searchLineage(input, scope),
});
