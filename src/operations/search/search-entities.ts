import type { PageInput } from '../../query/metadata-query.ts';
import { checkLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { checkSearch, checkSorts } from './search-limits.ts';

export type { PageInput, SearchHit, SearchOutcome } from '../../query/metadata-query.ts';

/** Finds matching entities, ranked or sorted, with facets unless skipped. */
export const searchEntities = defineRead({
  name: 'searchEntities',
  limits: (input: PageInput, settings) => {
    checkLength('count', input.count, settings);
    checkSearch(input);
    checkSorts(input);
  },
  isLong: true,
  run: (input, { query, scope }) => query.search(input, scope),
});
