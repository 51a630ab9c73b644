import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { checkSearch } from '../search/search-limits.ts';
import { SEARCH, SORT } from '../search/search-shape.ts';
import { FLAG, NUMBER, TEXT, maybe, objectOf } from '../shapes.ts';
import { WALK } from './lineage-shape.ts';

export type {
  LineageFlags,
  LineageSearchInput,
  LineageSearchOutcome,
} from '../../query/lineage/lineage-query.ts';

/** Finds matching entities upstream or downstream of an entity. */
export const searchLineage = defineRead({
  name: 'searchLineage',
  summary: 'Finds matching entities upstream or downstream of an entity, with their distance and paths.',
  input: () =>
    objectOf({
      ...SEARCH,
      ...WALK,
      columnsAsParents: v.nullish(FLAG, false),
      sort: v.nullish(SORT, []),
      start: v.nullish(NUMBER, 0),
      count: v.nullish(NUMBER, DEFAULT_COUNT),
      isScroll: v.nullish(FLAG, false),
      scrollId: maybe(TEXT),
      withPaths: v.nullish(FLAG, false),
    }),
  limits: (input) => checkSearch(input),
  isLong: true,
  run: (input, { query, scope }) => query.searchLineage(input, scope),
});
