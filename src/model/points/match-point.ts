import { invalidRequest } from '../../errors.ts';
import type { Aspect } from '../aspect.ts';
import { checkFilterSize } from '../filter-parts/filter-size.ts';
import { checkBounds } from '../filter-parts/range-bounds.ts';
import { TEXT_TESTS, type MakeTest } from '../filter-parts/text-test.ts';
import { OPERATOR_KINDS, type Criterion, type Filter, type FilterOperator } from '../filter.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import { because } from '../../refusals.ts';

/**
 * Compiles a filter on points of a timeseries. Fields are member paths such as `partitionSpec.type`, or `urn`; one
 * matching list element is enough. Range operators compare as numbers if both sides are numbers, otherwise as strings.
 * Throws INVALID_REQUEST for an operator that points do not support, and for a criterion with more bounds than its
 * operator takes.
 */
export function pointMatcher(filter: Filter): (point: Aspect) => boolean {
  checkFilterSize(filter, 'filter');
  filter.flat().forEach(checkCriterion);
  if (filter.length === 0) return () => true;
  const groups = filter.map((criteria) => criteria.map(criterionMatcher));
  return (point) => groups.some((criteria) => criteria.every((matches) => matches(point)));
}

function checkCriterion(criterion: Criterion): void {
  const { field, operator } = criterion;
  if (!isSupported(operator)) {
    throw invalidRequest(
      `Operator ${operator} on ${field} is not supported for timeseries aspects. Use EQUAL, EXISTS or a comparison.`,
      undefined,
      because('FILTER_INVALID', { field }),
    );
  }
  checkBounds(criterion);
}

function isSupported(operator: FilterOperator): operator is SupportedOperator {
  return operator !== 'BETWEEN' && OPERATOR_KINDS[operator] !== 'hierarchy';
}

type SupportedOperator = Exclude<
  FilterOperator,
  'BETWEEN' | 'ANCESTORS_INCL' | 'DESCENDANTS_INCL' | 'RELATED_INCL'
>;

function criterionMatcher(criterion: Criterion): (point: Aspect) => boolean {
  const { field, negated } = criterion;
  const path = field.split('.');
  const holds = testOf(criterion);
  return (point) => holds(field === 'urn' ? [point.urn] : textsAt(point.value, path)) !== negated;
}

function testOf({ operator, values }: Criterion): (found: readonly string[]) => boolean {
  if (!isSupported(operator)) throw new Error(`Operator ${operator} was not refused.`);
  if (operator === 'EXISTS') return (found) => found.length > 0;
  if (operator === 'IS_NULL') return (found) => found.length === 0;
  if (values.length === 0) return () => true;
  const holds = TESTS[operator](values);
  return (found) => found.some(holds);
}

const TESTS: Readonly<Record<Exclude<SupportedOperator, 'EXISTS' | 'IS_NULL'>, MakeTest>> = {
  ...TEXT_TESTS,
  GREATER_THAN: (values) => (text) => values.some((value) => compare(text, value) > 0),
  GREATER_THAN_OR_EQUAL_TO: (values) => (text) => values.some((value) => compare(text, value) >= 0),
  LESS_THAN: (values) => (text) => values.some((value) => compare(text, value) < 0),
  LESS_THAN_OR_EQUAL_TO: (values) => (text) => values.some((value) => compare(text, value) <= 0),
};

function compare(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

function textsAt(value: JsonValue | undefined, path: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsAt(item, path));
  const [member, ...rest] = path;
  if (member === undefined) return typeof value === 'object' ? [] : [String(value)];
  return isJsonObject(value) ? textsAt(value[member], rest) : [];
}
