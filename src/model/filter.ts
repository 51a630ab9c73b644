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

/** One condition as sent by a client: public field name, values as strings. */
export interface Criterion {
  readonly field: string;
  readonly operator: FilterOperator;
  /** One matching value is enough. */
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Whether the criterion needs values and has none. Searches refuse it; a stored view may hold it, without effect. */
export function lacksValues({ operator, values }: Criterion): boolean {
  return operator !== 'EXISTS' && operator !== 'IS_NULL' && values.length === 0;
}

/** OR of ANDs; the common form of the filters of all APIs. An empty list matches everything. */
export type Filter = readonly (readonly Criterion[])[];

/** What matches the filter and the criterion. */
export function narrowedTo(filter: Filter, criterion: Criterion): Filter {
  return filter.length === 0 ? [[criterion]] : filter.map((criteria) => [...criteria, criterion]);
}

export interface SortCriterion {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}
