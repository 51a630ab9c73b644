import { parseCriterion } from '../../model/filter-parts/criterion.ts';
import { parseSortCriterion } from '../../model/filter-parts/sort.ts';
import type { Filter, SortCriterion } from '../../model/filter.ts';
import { asList, asObject } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';

/**
 * Parses the filter of a scroll: `{"and": [{"criteria": [...]}, ...]}`. Despite its name, `and` is an OR of groups; all
 * criteria of a group must hold. Throws INVALID_REQUEST with the path of the invalid member.
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

/** Parses the sort order in the body of a scroll; empty when there is none. Throws INVALID_REQUEST. */
export function readSort(value: JsonValue | undefined): readonly SortCriterion[] {
  if (value === undefined || value === null) return [];
  return asList(value, 'sortCriteria').map((item, index) =>
    parseSortCriterion(item, `sortCriteria[${index}]`),
  );
}
