import { isStrict } from '../../auth/audit/request-scope.ts';
import type { PageInput } from '../../query/metadata-query.ts';
import { checkLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { checkSearch, checkSorts } from './search-limits.ts';

export type { PageInput, SearchHit, SearchOutcome } from '../../query/metadata-query.ts';

/** Finds matching entities, ranked or sorted, with facets unless skipped. The total of a strict request is exact. */
export const searchEntities = defineRead({
  name: 'searchEntities',
  summary: 'Searches entities by words and filters, ranked or sorted, with facets.',
  limits: (input: PageInput, settings) => {
    checkLength('count', input.count, settings);
    checkSearch(input);
    checkSorts(input);
  },
  isLong: true,
  run: ({ flags, ...input }, { query, scope }) =>
    query.search({ ...input, flags: { ...flags, exactTotal: flags.exactTotal || isStrict() } }, scope),
});
