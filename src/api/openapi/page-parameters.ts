import { invalidRequest } from '../../errors.ts';
import { parseSortOrder } from '../../model/filter-parts/sort.ts';
import type { SortCriterion } from '../../model/filter.ts';
import type { PageInput } from '../../operations/search/search-entities.ts';
import type { QueryParameters } from '../http/query-parameters.ts';
import { because } from '../../refusals.ts';

/** Maximum entities per page; greater counts are reduced to it, as DataHub's clients expect. */
export const MAX_PAGE_COUNT = 5_000;

const DEFAULT_PAGE_COUNT = 10;
const DEFAULT_KEEP_ALIVE_MS = 5 * 60_000;
/** Maximum keep-alive of a scroll, so that abandoned scrolls do not accumulate. */
const MAX_KEEP_ALIVE_MS = 24 * 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Names of the query parameters of `pageInput` and `isEmptySlice`. */
export const PAGE_PARAMETERS: readonly string[] = [
  'count',
  'exactTotal',
  'includeHiddenLifecycleStages',
  'includeSoftDelete',
  'pitKeepAlive',
  'query',
  'scrollId',
  'skipAggregation',
  'skipCache',
  'sliceId',
  'sliceMax',
  'sort',
  'sortCriteria',
  'sortOrder',
];

/**
 * Reads the page of a list or scroll from the query; `what`: entity types and filter. `bodySort`: sort order if the
 * query has none. Default sort order: by urn. Throws INVALID_REQUEST for invalid parameters.
 */
export function pageInput(
  parameters: QueryParameters,
  what: Pick<PageInput, 'entityTypes' | 'filter'>,
  bodySort: readonly SortCriterion[] = [],
): PageInput {
  const sort = sortOf(parameters);
  // There is no cache; an invalid value is refused nevertheless.
  parameters.flag('skipCache', false);
  return {
    ...what,
    query: parameters.text('query') ?? '*',
    flags: {
      maxAggValues: 20,
      skipAggregates: parameters.flag('skipAggregation', true),
      skipHighlighting: true,
      getSuggestions: false,
      includeSoftDeleted: parameters.flag('includeSoftDelete', false),
      includeStructuredPropertyFacets: false,
      fulltext: false,
      allWords: true,
      filterNonLatestVersions: false,
      lifecycle: parameters.flag('includeHiddenLifecycleStages', false) ? 'any' : 'shown',
      exactTotal: parameters.flag('exactTotal', false),
      grouping: [],
    },
    sort: sort ?? (bodySort.length > 0 ? bodySort : [{ field: 'urn', order: 'ASCENDING' }]),
    start: 0,
    count: Math.min(parameters.count('count') ?? DEFAULT_PAGE_COUNT, MAX_PAGE_COUNT),
    scrollId: parameters.text('scrollId'),
    keepAliveMs: keepAliveOf(parameters),
  };
}

/**
 * Whether the request is for an empty slice of a parallel scroll. The index is not sliced: slice 0 contains everything
 * and all others are empty, so each entity appears exactly once.
 */
export function isEmptySlice(parameters: QueryParameters): boolean {
  const id = parameters.count('sliceId');
  const max = parameters.count('sliceMax');
  if (id === undefined || max === undefined) return false;
  if (id >= max)
    throw invalidRequest(
      `Parameter sliceId must be below sliceMax (${max}), but it is ${id}.`,
      undefined,
      because('INPUT_FORMAT', { name: 'sliceId', value: String(id) }),
    );
  return id > 0;
}

function sortOf(parameters: QueryParameters): readonly SortCriterion[] | undefined {
  const criteria = parameters.list('sortCriteria');
  const fields = criteria.length > 0 ? criteria : parameters.list('sort');
  const order = parseSortOrder(parameters.text('sortOrder'), 'Parameter sortOrder');
  return fields.length === 0 ? undefined : fields.map((field) => ({ field, order }));
}

/** How long a scroll is kept, in ms. Throws INVALID_REQUEST. */
export function keepAliveOf(parameters: QueryParameters): number {
  const text = parameters.text('pitKeepAlive');
  if (text === undefined) return DEFAULT_KEEP_ALIVE_MS;
  const [, digits = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = UNIT_MS[unit];
  if (factor === undefined) {
    throw invalidRequest(
      `Parameter pitKeepAlive must be a time such as 30s or 5m, but it is '${text}'.`,
      undefined,
      because('INPUT_FORMAT', { name: 'pitKeepAlive', value: text }),
    );
  }
  return Math.min(Number(digits) * factor, MAX_KEEP_ALIVE_MS);
}
