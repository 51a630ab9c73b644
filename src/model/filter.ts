/** Operators of a criterion, by DataHub's names; the last two are not offered by GraphQL. */
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

/** One operator. */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** One condition as a client states it: field by its public name, values as text. */
export interface Criterion {
  readonly field: string;
  readonly operator: FilterOperator;
  /** Any of them may match. Without values a criterion other than EXISTS and IS_NULL is ignored, as in DataHub. */
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** OR of ANDs, the one form in which every API states a filter; an empty list matches everything. */
export type Filter = readonly (readonly Criterion[])[];

/** One key of a sort order. */
export interface SortCriterion {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}
