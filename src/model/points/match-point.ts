import { invalidRequest } from '../../errors.ts';
import type { Aspect } from '../aspect.ts';
import { checkBounds } from '../filter-parts/range-bounds.ts';
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
  filter.flat().forEach(checkCriterion);
  if (filter.length === 0) return () => true;
  return (point) => filter.some((criteria) => criteria.every((criterion) => matches(point, criterion)));
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

function matches(point: Aspect, criterion: Criterion): boolean {
  const found = criterion.field === 'urn' ? [point.urn] : textsAt(point.value, criterion.field.split('.'));
  const holds = test(criterion, found);
  return criterion.negated ? !holds : holds;
}

function test({ operator, values }: Criterion, found: readonly string[]): boolean {
  if (!isSupported(operator)) throw new Error(`Operator ${operator} was not refused.`);
  const any = (compare: (text: string, value: string) => boolean): boolean =>
    values.length === 0 || found.some((text) => values.some((value) => compare(text, value)));
  switch (operator) {
    case 'EQUAL':
    case 'IN':
      return any((text, value) => text === value);
    case 'IEQUAL':
      return any((text, value) => text.toLowerCase() === value.toLowerCase());
    case 'CONTAIN':
      return any((text, value) => text.includes(value));
    case 'START_WITH':
      return any((text, value) => text.startsWith(value));
    case 'END_WITH':
      return any((text, value) => text.endsWith(value));
    case 'EXISTS':
      return found.length > 0;
    case 'IS_NULL':
      return found.length === 0;
    case 'GREATER_THAN':
      return any((text, value) => compare(text, value) > 0);
    case 'GREATER_THAN_OR_EQUAL_TO':
      return any((text, value) => compare(text, value) >= 0);
    case 'LESS_THAN':
      return any((text, value) => compare(text, value) < 0);
    case 'LESS_THAN_OR_EQUAL_TO':
      return any((text, value) => compare(text, value) <= 0);
  }
}

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
