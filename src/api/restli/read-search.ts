import { parseCriterion } from '../../model/filter-parts/criterion.ts';
import { parseSortCriterion } from '../../model/filter-parts/sort.ts';
import type { Filter, SortCriterion } from '../../model/filter.ts';
import type { PageInput } from '../../operations/search/search-entities.ts';
import { invalidRequest } from '../../errors.ts';
import { asList, asObject, optionalFlag, optionalInteger } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

/** Maximum hits per page; greater counts are reduced to it. */
const MAX_COUNT = 10_000;

/**
 * Parses the filter of an action: `{"or": [{"and": [criterion, ...]}, ...]}`, or in its older form
 * `{"criteria": [...]}`, which is an AND. Throws INVALID_REQUEST with the invalid member.
 */
export function readFilter(value: JsonValue | undefined): Filter {
  if (value === undefined || value === null) return [];
  const { or, criteria } = asObject(value, 'filter');
  if (or !== undefined && or !== null) {
    return asList(or, 'filter.or').map((group, index) => {
      const at = `filter.or[${index}]`;
      return readCriteria(asObject(group, at)['and'] ?? [], `${at}.and`);
    });
  }
  return criteria === undefined || criteria === null ? [] : [readCriteria(criteria, 'filter.criteria')];
}

/** Parses the sort order of an action: `sortCriteria`, or `sort` with one criterion. Throws INVALID_REQUEST. */
export function readSort({ sort, sortCriteria }: JsonObject): readonly SortCriterion[] {
  if (sortCriteria !== undefined && sortCriteria !== null) {
    return asList(sortCriteria, 'sortCriteria').map((item, index) =>
      parseSortCriterion(item, `sortCriteria[${index}]`),
    );
  }
  return sort === undefined || sort === null ? [] : [parseSortCriterion(sort, 'sort')];
}

/** An optional whole number from 0; throws INVALID_REQUEST for others. */
export function readCount(input: JsonObject, name: string, fallback: number): number {
  const count = optionalInteger(input[name], name) ?? fallback;
  if (count < 0) throw invalidRequest(`${name} must be a whole number from 0, but it is ${count}.`);
  return count;
}

/** Parses the page of a search action; `what`: entity types and query text. Throws INVALID_REQUEST. */
export function readPage(input: JsonObject, what: Pick<PageInput, 'entityTypes' | 'query'>): PageInput {
  const flags = input['searchFlags'] ?? {};
  const given = asObject(flags, 'searchFlags');
  const flag = (name: string, fallback: boolean): boolean =>
    optionalFlag(given[name], `searchFlags.${name}`) ?? fallback;
  return {
    ...what,
    filter: readFilter(input['filter']),
    flags: {
      maxAggValues: optionalInteger(given['maxAggValues'], 'searchFlags.maxAggValues') ?? 20,
      skipAggregates: flag('skipAggregates', false),
      skipHighlighting: flag('skipHighlighting', false),
      getSuggestions: flag('getSuggestions', false),
      includeSoftDeleted: flag('includeSoftDeleted', false),
      includeStructuredPropertyFacets: flag('includeStructuredPropertyFacets', false),
      fulltext: optionalFlag(input['fulltext'], 'fulltext') ?? flag('fulltext', false),
      allWords: false,
      filterNonLatestVersions: flag('filterNonLatestVersions', false),
      lifecycle: flag('includeHiddenLifecycleStages', false) ? 'any' : 'shown',
      exactTotal: flag('exactTotal', false),
      grouping: [],
    },
    sort: readSort(input),
    start: readCount(input, 'start', 0),
    count: Math.min(readCount(input, 'count', 10), MAX_COUNT),
    scrollId: undefined,
    keepAliveMs: undefined,
  };
}

function readCriteria(value: JsonValue, at: string): Filter[number] {
  return asList(value, at).map((criterion, index) => parseCriterion(criterion, `${at}[${index}]`));
}
