import * as v from 'valibot';
import { isStrict } from '../../auth/audit/request-scope.ts';
import { checkLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, described, maybe, objectOf } from '../shapes.ts';
import { checkSearch, checkSorts } from './search-limits.ts';
import { PAGE, SEARCH, SORT } from './search-shape.ts';

export type { PageInput, SearchHit, SearchOutcome } from '../../query/metadata-query.ts';

/** Finds matching entities, ranked or sorted, with facets unless skipped. The total of a strict request is exact. */
export const searchEntities = defineRead({
  name: 'searchEntities',
  summary: 'Searches entities by words and filters, ranked or sorted, with facets.',
  input: () =>
    objectOf({
      ...SEARCH,
      sort: v.nullish(SORT, []),
      ...PAGE,
      scrollId: maybe(described('`nextScrollId` of the page before; default: the first page.', TEXT)),
      keepAliveMs: maybe(
        described('How long a scroll may pause between pages, in milliseconds; default: no scroll.', NUMBER),
      ),
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
