import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { graphqlTypeOf, registryTypeOf } from '../../model/registry/entity-type-names.ts';
import type { Criterion, FilterOperator } from '../../model/filter.ts';
import { parseMoment } from '../../model/properties/scalar-text.ts';
import { MATCH_ALL, type Bound, type Expression } from '../../search/expression.ts';
import { readDecimal } from '../../util/decimal-number.ts';
import { MATCH_NONE, anyOf, negate } from './combine.ts';
import { onViolations } from '../violations/violations-filter.ts';
import type { FieldContext, ResolvedField } from './field-resolution.ts';

/**
 * Expression of a criterion on one of its fields, without the criterion's negation. A criterion that needs values must
 * have some. Throws INVALID_REQUEST for a value that is not a number or date on a field that needs one.
 */
export function resolveCriterion(
  criterion: Criterion,
  field: ResolvedField,
  context: FieldContext,
): Expression {
  switch (field.kind) {
    case 'entityType':
      return onEntityType(criterion, field.field, context.entityTypes);
    case 'removed':
      return onRemoved(criterion, field.field);
    case 'violations':
      return onViolations(criterion, context);
    case 'boolean':
      return existence(criterion, field.field) ?? onBoolean(criterion, field.field);
    case 'text':
      return existence(criterion, field.field) ?? onText(criterion, field.field);
    default:
      return existence(criterion, field.field) ?? onNumber(criterion, field.field, field.kind);
  }
}

function existence({ operator }: Criterion, field: string): Expression | undefined {
  if (operator === 'EXISTS') return { kind: 'exists', field };
  return operator === 'IS_NULL' ? negate({ kind: 'exists', field }) : undefined;
}

/** Operators that compare a field with values. */
type Comparison = Exclude<
  FilterOperator,
  'EXISTS' | 'IS_NULL' | 'ANCESTORS_INCL' | 'DESCENDANTS_INCL' | 'RELATED_INCL'
>;

/**
 * How to compare values: `existence` has handled the first two operators, and `expandHierarchy` has replaced the others
 * with lists.
 */
function comparisonOf(operator: FilterOperator): Comparison {
  switch (operator) {
    case 'EXISTS':
    case 'IS_NULL':
    case 'ANCESTORS_INCL':
    case 'DESCENDANTS_INCL':
    case 'RELATED_INCL':
      return 'IN';
    default:
      return operator;
  }
}

function onText(criterion: Criterion, field: string): Expression {
  const { values } = criterion;
  const operator = comparisonOf(criterion.operator);
  switch (operator) {
    case 'IEQUAL':
      return { kind: 'terms', field, values: values.map((value) => value.trim()), ignoreCase: true };
    case 'CONTAIN':
    case 'START_WITH':
    case 'END_WITH': {
      const match = PATTERNS[operator];
      return anyOf(values.map((value) => ({ kind: 'pattern', field, match, value: value.trim() })));
    }
    case 'BETWEEN':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL_TO':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL_TO':
      return range(
        field,
        operator,
        values.map((value) => value.trim()),
      );
    case 'EQUAL':
    case 'IN':
      return { kind: 'terms', field, values, ignoreCase: false };
  }
}

function onNumber(criterion: Criterion, field: string, kind: 'integer' | 'double' | 'date'): Expression {
  const { values } = criterion;
  const operator = comparisonOf(criterion.operator);
  switch (operator) {
    // As in DataHub, patterns match strings only.
    case 'CONTAIN':
    case 'START_WITH':
    case 'END_WITH':
      return MATCH_NONE;
    case 'BETWEEN':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL_TO':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL_TO': {
      const bounds = values.slice(0, operator === 'BETWEEN' ? 2 : 1);
      return range(
        field,
        operator,
        bounds.map((value) => parseNumber(criterion, kind, value)),
      );
    }
    case 'EQUAL':
    case 'IEQUAL':
    case 'IN':
      return { kind: 'numbers', field, values: values.map((value) => parseNumber(criterion, kind, value)) };
  }
}

/** As in DataHub, every value except `true` means false. */
function onBoolean(criterion: Criterion, field: string): Expression {
  const values = criterion.values.map((value) => String(value.trim().toLowerCase() === 'true'));
  const matching = ['true', 'false'].filter((flag) => holds(criterion.operator, flag, values));
  return matching.length === 0 ? MATCH_NONE : { kind: 'terms', field, values: matching, ignoreCase: false };
}

/** An entity without the field is not soft-deleted. */
function onRemoved(criterion: Criterion, field: string): Expression {
  const { operator } = criterion;
  if (operator === 'EXISTS') return MATCH_ALL;
  if (operator === 'IS_NULL') return MATCH_NONE;
  const values = criterion.values.map((value) => String(value.trim().toLowerCase() === 'true'));
  const isRemoved: Expression = { kind: 'terms', field, values: ['true'], ignoreCase: false };
  const takesRemoved = holds(operator, 'true', values);
  const takesOthers = holds(operator, 'false', values);
  if (takesRemoved === takesOthers) return takesRemoved ? MATCH_ALL : MATCH_NONE;
  return takesRemoved ? isRemoved : negate(isRemoved);
}

/** Each document has one of a few types: evaluates the operator on each type, by registry name and GraphQL name. */
function onEntityType(
  { operator, values }: Criterion,
  field: string,
  entityTypes: readonly string[],
): Expression {
  if (operator === 'EXISTS') return MATCH_ALL;
  if (operator === 'IS_NULL') return MATCH_NONE;
  const wanted = values.map((value) => comparable(registryTypeOf(value) ?? value));
  const matching = entityTypes.filter(
    (name) =>
      holds(operator, comparable(name), wanted) || holds(operator, comparable(graphqlTypeOf(name)), wanted),
  );
  return matching.length === 0 ? MATCH_NONE : { kind: 'terms', field, values: matching, ignoreCase: false };
}

function comparable(typeName: string): string {
  return typeName.replaceAll('_', '').toLowerCase();
}

const PATTERNS = { CONTAIN: 'contains', START_WITH: 'prefix', END_WITH: 'suffix' } as const;

/** Evaluates an operator on a candidate and values in the same spelling. */
function holds(operator: FilterOperator, candidate: string, values: readonly string[]): boolean {
  const [first = '', second] = values;
  switch (comparisonOf(operator)) {
    case 'CONTAIN':
      return values.some((value) => candidate.includes(value));
    case 'START_WITH':
      return values.some((value) => candidate.startsWith(value));
    case 'END_WITH':
      return values.some((value) => candidate.endsWith(value));
    case 'GREATER_THAN':
      return candidate > first;
    case 'GREATER_THAN_OR_EQUAL_TO':
      return candidate >= first;
    case 'LESS_THAN':
      return candidate < first;
    case 'LESS_THAN_OR_EQUAL_TO':
      return candidate <= first;
    case 'BETWEEN':
      return candidate >= first && (second === undefined || candidate <= second);
    case 'EQUAL':
    case 'IEQUAL':
    case 'IN':
      return values.includes(candidate);
  }
}

type RangeOperator =
  | 'BETWEEN'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO';

/** Uses only the first value, for BETWEEN the first two; without a second value, the range has no upper bound. */
function range(field: string, operator: RangeOperator, values: readonly (string | number)[]): Expression {
  const [first, second] = values;
  if (first === undefined) return MATCH_ALL;
  const bound = (value: string | number, inclusive: boolean): Bound => ({ value, inclusive });
  switch (operator) {
    case 'GREATER_THAN':
      return { kind: 'range', field, lower: bound(first, false) };
    case 'GREATER_THAN_OR_EQUAL_TO':
      return { kind: 'range', field, lower: bound(first, true) };
    case 'LESS_THAN':
      return { kind: 'range', field, upper: bound(first, false) };
    case 'LESS_THAN_OR_EQUAL_TO':
      return { kind: 'range', field, upper: bound(first, true) };
    case 'BETWEEN':
      return {
        kind: 'range',
        field,
        lower: bound(first, true),
        ...(second !== undefined && { upper: bound(second, true) }),
      };
  }
}

function parseNumber({ field }: Criterion, kind: 'integer' | 'double' | 'date', text: string): number {
  const read = readDecimal(text);
  // A value that a double would round matches nothing: the filter would find the neighbouring number.
  if (typeof read !== 'number' && read.isDecimal) {
    throw invalidRequest(
      `The filter on '${field}' compares numbers. ${read.problem}`,
      undefined,
      because('FILTER_NOT_A_NUMBER', { value: text }),
    );
  }
  const number = kind === 'date' ? parseMoment(text) : read;
  if (typeof number === 'number') return number;
  const remedy =
    kind === 'date'
      ? "Use a day such as '2024-01-31' or epoch milliseconds such as '1706659200000'."
      : "Use a number such as '30' or '30.5'.";
  throw invalidRequest(
    `For input string: "${text}": the filter on '${field}' compares numbers. ${remedy}`,
    undefined,
    because('FILTER_NOT_A_NUMBER', { value: text }),
  );
}
