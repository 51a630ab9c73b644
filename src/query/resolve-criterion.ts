import { invalidRequest } from '../errors.ts';
import { graphqlTypeOf, registryTypeOf } from '../model/entity-type-names.ts';
import type { Criterion, FilterOperator } from '../model/filter.ts';
import { parseDouble, parseMoment } from '../model/scalar-text.ts';
import type { Bound, Expression } from '../search/expression.ts';
import { MATCH_ALL } from '../search/expression.ts';
import { MATCH_NONE, anyOf, negate } from './combine.ts';
import type { FieldContext, ResolvedField } from './field-resolution.ts';

/** The expression of one criterion, not yet negated, on one of the fields that it names. It has values if it needs any. */
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

function onText({ operator, values }: Criterion, field: string): Expression {
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
    default:
      return { kind: 'terms', field, values, ignoreCase: false };
  }
}

function onNumber(criterion: Criterion, field: string, kind: 'integer' | 'double' | 'date'): Expression {
  const { operator, values } = criterion;
  switch (operator) {
    // DataHub compares patterns with the texts of a field; a number has none.
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
    default:
      return { kind: 'numbers', field, values: values.map((value) => parseNumber(criterion, kind, value)) };
  }
}

/** DataHub reads every text but `true` as false. */
function onBoolean(criterion: Criterion, field: string): Expression {
  const values = criterion.values.map((value) => String(value.trim().toLowerCase() === 'true'));
  const matching = ['true', 'false'].filter((flag) => holds(criterion.operator, flag, values));
  return matching.length === 0 ? MATCH_NONE : { kind: 'terms', field, values: matching, ignoreCase: false };
}

/** An entity without the field is one that is not removed. */
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

/** Every document has a type, and the types are few: the operator is tried on each, under any of its names. */
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

/** Whether an operator holds between a candidate and values that are spelled alike. */
function holds(operator: FilterOperator, candidate: string, values: readonly string[]): boolean {
  const [first = '', second] = values;
  switch (operator) {
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
    default:
      return values.includes(candidate);
  }
}

type RangeOperator =
  'BETWEEN' | 'GREATER_THAN' | 'GREATER_THAN_OR_EQUAL_TO' | 'LESS_THAN' | 'LESS_THAN_OR_EQUAL_TO';

/** Only the first value counts, with BETWEEN the first two; a missing upper bound leaves the range open. */
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
  const number = kind === 'date' ? parseMoment(text) : parseDouble(text);
  if (number !== undefined) return number;
  const remedy =
    kind === 'date'
      ? "Give a day as '2024-01-31' or a moment in epoch milliseconds as '1706659200000'."
      : "Give a number as text, '30' or '30.5' for example.";
  throw invalidRequest(`For input string: "${text}": the filter on '${field}' compares numbers. ${remedy}`);
}
