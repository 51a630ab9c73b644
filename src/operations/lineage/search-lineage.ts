import type { LineageSearchInput } from '../../query/lineage/lineage-query.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';

export type {
  LineageFlags,
  LineageSearchInput,
  LineageSearchOutcome,
} from '../../query/lineage/lineage-query.ts';

/** Finds matching entities upstream or downstream of an entity. */
export const searchLineage = defineModelled({
  name: 'searchLineage',
  effect: 'read',
  limits: (input: LineageSearchInput) => checkSearch(input),
  needs: READ,
  isLong: true,
  run: (input, { query, scope }) => query.searchLineage(input, scope),
});
