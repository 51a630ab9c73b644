import type { LineageCountInput } from '../../query/lineage/lineage-query.ts';
import { defineRead } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';

/** Counts entities upstream or downstream of an entity, whether they are stored or only named by a link. */
export const countLineage = defineRead({
  name: 'countLineage',
  summary: 'Counts the entities upstream or downstream of an entity, stored or only named by a link.',
  limits: (input: LineageCountInput) => checkSearch(input),
  isLong: true,
  run: (input, { query, scope }) => query.countLineage(input, scope),
});
