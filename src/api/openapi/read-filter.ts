import { parseCriterion } from '../../model/filter-parts/criterion.ts';
import { parseSortCriterion } from '../../model/filter-parts/sort.ts';
import type { Filter, SortCriterion } from '../../model/filter.ts';
import { asList, asObject, requireKnownMembers } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';

const CRITERION = ['field', 'condition', 'values', 'value', 'negated'];

/** `missingValue` has no effect; DataHub's clients send it. */
const SORT_CRITERION = ['field', 'order', 'missingValue'];

/**
 * Parses the filter of a scroll: `{"and": [{"criteria": [...]}, ...]}`. Despite its name, `and` is an OR of groups; all
 * criteria of a group must hold. Throws INVALID_REQUEST with the path of the invalid member.
 */
export function readFilter(value: JsonValue | undefined): Filter {
  if (value === undefined || value === null) return [];
  const filter = asObject(value, 'filter');
  requireKnownMembers(filter, ['and'], 'filter');
  const groups = filter['and'];
  if (groups === undefined || groups === null) return [];
  return asList(groups, 'filter.and').map((group, index) => {
    const at = `filter.and[${index}]`;
    const members = asObject(group, at);
    requireKnownMembers(members, ['criteria'], at);
    return asList(members['criteria'], `${at}.criteria`).map((criterion, position) => {
      const place = `${at}.criteria[${position}]`;
      requireKnownMembers(asObject(criterion, place), CRITERION, place);
      return parseCriterion(criterion, place);
    });
  });
}

/** Parses the sort order in the body of a scroll; empty when there is none. Throws INVALID_REQUEST. */
export function readSort(value: JsonValue | undefined): readonly SortCriterion[] {
  if (value === undefined || value === null) return [];
  return asList(value, 'sortCriteria').map((item, index) => {
    const at = `sortCriteria[${index}]`;
    requireKnownMembers(asObject(item, at), SORT_CRITERION, at);
    return parseSortCriterion(item, at);
  });
}
