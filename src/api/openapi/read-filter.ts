import { parseCriterion } from '../../model/filter-parts/criterion.ts';
import { parseSortCriterion } from '../../model/filter-parts/sort.ts';
import type { Filter, SortCriterion } from '../../model/filter.ts';
import { asList, asObject } from '../../util/json-input.ts';
import type { JsonValue } from '../../util/json.ts';

/**
 * The filter of a scroll: `{"and": [{"criteria": [...]}, ...]}`. In spite of its name the outer list is an OR of
 * groups, each of whose criteria must all hold. Throws INVALID_REQUEST that names the member.
 */
export function readFilter(value: JsonValue | undefined): Filter {
  if (value === undefined || value === null) return [];
  const groups = asObject(value, 'filter')['and'];
  if (groups === undefined || groups === null) return [];
  return asList(groups, 'filter.and').map((group, index) => {
    const at = `filter.and[${index}]`;
    const criteria = asList(asObject(group, at)['criteria'], `${at}.criteria`);
    return criteria.map((criterion, position) => parseCriterion(criterion, `${at}.criteria[${position}]`));
  });
}

/** The sort order in the body of a scroll; empty when there is none. */
export function readSort(value: JsonValue | undefined): readonly SortCriterion[] {
  if (value === undefined || value === null) return [];
  return asList(value, 'sortCriteria').map((item, index) =>
    parseSortCriterion(item, `sortCriteria[${index}]`),
  );
}
