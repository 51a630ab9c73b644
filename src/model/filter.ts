/** Operators of a criterion, by DataHub's names. IS_NULL and BETWEEN are not available in GraphQL. */
export const FILTER_OPERATORS = [
  'CONTAIN',
  'EQUAL',
  'IEQUAL',
  'IN',
  'EXISTS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'START_WITH',
  'END_WITH',
  'DESCENDANTS_INCL',
  'ANCESTORS_INCL',
  'RELATED_INCL',
  'IS_NULL',
  'BETWEEN',
] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** What an operator compares with; determines its limits. */
export type OperatorKind =
  /** Whole values. */
  | 'value'
  /** A prefix: collects the values that start with it. */
  | 'prefix'
  /** Another part of a value: reads all values of the field. */
  | 'pattern'
  /** Bounds: one, or two for BETWEEN. */
  | 'range'
  /** Nothing: tests whether there is a value. */
  | 'existence'
  /** Ancestors or descendants of a value in its hierarchy. */
  | 'hierarchy';

export const OPERATOR_KINDS: Readonly<Record<FilterOperator, OperatorKind>> = {
  CONTAIN: 'pattern',
  EQUAL: 'value',
  IEQUAL: 'value',
  IN: 'value',
  EXISTS: 'existence',
  GREATER_THAN: 'range',
  GREATER_THAN_OR_EQUAL_TO: 'range',
  LESS_THAN: 'range',
  LESS_THAN_OR_EQUAL_TO: 'range',
  START_WITH: 'prefix',
  END_WITH: 'pattern',
  DESCENDANTS_INCL: 'hierarchy',
  ANCESTORS_INCL: 'hierarchy',
  RELATED_INCL: 'hierarchy',
  IS_NULL: 'existence',
  BETWEEN: 'range',
};

/** One condition as sent by a client: public field name, values as strings. */
export interface Criterion {
  readonly field: string;
  readonly operator: FilterOperator;
  /** One matching value is enough. */
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Whether the criterion needs values and has none. Searches refuse it; a stored view may have it, without effect. */
export function lacksValues({ operator, values }: Criterion): boolean {
  return OPERATOR_KINDS[operator] !== 'existence' && values.length === 0;
}

/** OR of ANDs; the common form of the filters of all APIs. An empty list matches everything. */
export type Filter = readonly (readonly Criterion[])[];

/** The filter AND the criterion. */
export function narrowedTo(filter: Filter, criterion: Criterion): Filter {
  return filter.length === 0 ? [[criterion]] : filter.map((criteria) => [...criteria, criterion]);
}

export interface SortCriterion {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}
