import { FILTER_OPERATORS, type Criterion, type FilterOperator } from '../filter.ts';
import { asObject, asText, optionalFlag, wrongChoice } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';

/** Alternative spellings of operators, used by some clients. */
const OPERATOR_ALIASES: Readonly<Record<string, FilterOperator>> = {
  STARTS_WITH: 'START_WITH',
  ENDS_WITH: 'END_WITH',
  CONTAINS: 'CONTAIN',
};

/**
 * Parses a criterion in the JSON form of the REST APIs: `{field, condition, values, negated}`, or `value` for a single
 * value. `at` is its path in the request. Throws INVALID_REQUEST with the path of the invalid member.
 */
export function parseCriterion(value: JsonValue, at: string): Criterion {
  const criterion = asObject(value, at);
  return {
    field: asText(criterion['field'], `${at}.field`),
    operator: parseOperator(criterion['condition'], `${at}.condition`),
    values: parseValues(criterion['values'] ?? criterion['value'], `${at}.values`),
    negated: optionalFlag(criterion['negated'], `${at}.negated`) ?? false,
  };
}

function parseOperator(value: JsonValue | undefined, at: string): FilterOperator {
  if (value === undefined || value === null) return 'EQUAL';
  const operator = FILTER_OPERATORS.find((name) => name === value);
  const alias = typeof value === 'string' ? OPERATOR_ALIASES[value] : undefined;
  const found = operator ?? alias;
  if (found === undefined) throw wrongChoice(at, FILTER_OPERATORS, value);
  return found;
}

/** Converts numbers and booleans to strings. */
function parseValues(value: JsonValue | undefined, at: string): readonly string[] {
  if (value === undefined || value === null) return [];
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return values.map((item, index) =>
    typeof item === 'number' || typeof item === 'boolean' ? String(item) : asText(item, `${at}[${index}]`),
  );
}
