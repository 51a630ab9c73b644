import * as v from 'valibot';
import { isStrict } from '../../auth/audit/request-scope.ts';
import { checkLength } from '../list-limits.ts';
import { DEFAULT_COUNT } from './find-entities.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, maybe, objectOf } from '../shapes.ts';
import { checkSearch, checkSorts } from './search-limits.ts';
import { SEARCH, SORT } from './search-shape.ts';

export type { PageInput, SearchHit, SearchOutcome } from '../../query/metadata-query.ts';

/** Finds matching entities, ranked or sorted, with facets unless skipped. The total of a strict request is exact. */
export const searchEntities = defineRead({
  name: 'searchEntities',
  summary: 'Searches entities by words and filters, ranked or sorted, with facets.',
  input: () =>
    objectOf({
      ...SEARCH,
      sort: v.nullish(SORT, []),
      start: v.nullish(NUMBER, 0),
      count: v.nullish(NUMBER, DEFAULT_COUNT),
      scrollId: maybe(TEXT),
      keepAliveMs: maybe(NUMBER),
    }),
  limits: (input, settings) => {
    checkLength('count', input.count, settings);
    checkSearch(input);
    checkSorts(input);
  },
  isLong: true,
  run: ({ flags, ...input }, { query, scope }) =>
    query.search({ ...input, flags: { ...flags, exactTotal: flags.exactTotal || isStrict() } }, scope),
});
