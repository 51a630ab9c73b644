import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';
import { PAGE, SEARCH, SORT } from '../search/search-shape.ts';
import { FLAG, TEXT, described, maybe, objectOf } from '../shapes.ts';
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
      columnsAsParents: v.nullish(
        described('Whether columns are replaced by their datasets; default: false.', FLAG),
        false,
      ),
      sort: v.nullish(SORT, []),
      ...PAGE,
      isScroll: v.nullish(
        described(
          'Whether pages are in the order of urns, without `start` and `sort`; default: false.',
          FLAG,
        ),
        false,
      ),
      scrollId: maybe(described('`nextScrollId` of the page before; default: the first page.', TEXT)),
      withPaths: v.nullish(
        described('Whether the paths to each entity are returned; default: false.', FLAG),
        false,
      ),
      withHops: v.nullish(described('Whether the matches are counted by hops; default: false.', FLAG), false),
    }),
  limits: (input) => checkSearch(input),
  isLong: true,
  run: (input, { query, scope }) => query.searchLineage(input, scope),
});
