import { FILTER_OPERATORS } from '../../model/filter.ts';
import type { Criterion, Filter, FilterOperator, SortCriterion } from '../../model/filter.ts';
import { asList, asObject, asText, optionalFlag, optionalText, wrongType } from '../../util/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { sortOrder } from './page-parameters.ts';

/** Other spellings of operators that version 3 documents. */
const OPERATOR_ALIASES: Readonly<Record<string, FilterOperator>> = {
  STARTS_WITH: 'START_WITH',
  ENDS_WITH: 'END_WITH',
  CONTAINS: 'CONTAIN',
};

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
    return criteria.map((criterion, position) => readCriterion(criterion, `${at}.criteria[${position}]`));
  });
}

/** The sort order in the body of a scroll; empty when there is none. */
export function readSort(value: JsonValue | undefined): readonly SortCriterion[] {
  if (value === undefined || value === null) return [];
  return asList(value, 'sortCriteria').map((item, index) => {
    const at = `sortCriteria[${index}]`;
    const { field, order } = asObject(item, at);
    return {
      field: asText(field, `${at}.field`),
      order: sortOrder(optionalText(order, `${at}.order`), `${at}.order`),
    };
  });
}

function readCriterion(value: JsonValue, at: string): Criterion {
  const criterion = asObject(value, at);
  return {
    field: asText(criterion['field'], `${at}.field`),
    operator: readOperator(criterion['condition'], `${at}.condition`),
    values: readValues(criterion['values'] ?? criterion['value'], `${at}.values`),
    negated: optionalFlag(criterion['negated'], `${at}.negated`) ?? false,
  };
}

function readOperator(value: JsonValue | undefined, at: string): FilterOperator {
  if (value === undefined || value === null) return 'EQUAL';
  const operator = FILTER_OPERATORS.find((name) => name === value);
  const alias = typeof value === 'string' ? OPERATOR_ALIASES[value] : undefined;
  const found = operator ?? alias;
  if (found === undefined) throw wrongType(at, `one of ${FILTER_OPERATORS.join(', ')}`, value);
  return found;
}

/** Values are texts; numbers and truth values are taken as their texts. */
function readValues(value: JsonValue | undefined, at: string): readonly string[] {
  if (value === undefined || value === null) return [];
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return values.map((item, index) =>
    typeof item === 'number' || typeof item === 'boolean' ? String(item) : asText(item, `${at}[${index}]`),
  );
}
