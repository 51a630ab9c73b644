/** Operator of a condition. `EQUAL` matches any of the values; `EXISTS` takes none. */
export type Operator =
  | 'EQUAL'
  | 'EXISTS'
  | 'CONTAIN'
  | 'START_WITH'
  | 'END_WITH'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'DESCENDANTS_INCL';

/** A condition on one field. */
export interface Criterion {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly isNegated: boolean;
}

/** Conditions joined by AND. */
export type Group = readonly Criterion[];

/** Filters of a search: all of `base`, and at least one of `groups` if there are any. Facets edit `base`. */
export interface Filters {
  readonly base: Group;
  readonly groups: readonly Group[];
}

export const NO_FILTERS: Filters = { base: [], groups: [] };

/** Expands filters to an OR of ANDs, each including the conditions of `base`. */
export function alternativesOf({ base, groups }: Filters): readonly Group[] {
  const filled = groups.filter((group) => group.length > 0);
  if (filled.length === 0) return base.length === 0 ? [] : [base];
  return filled.map((group) => [...base, ...group]);
}

/** Filters for these alternatives; a single one becomes `base`, which facets can edit. */
export function filtersOf(alternatives: readonly Group[]): Filters {
  const [only, ...others] = alternatives.filter((group) => group.length > 0);
  if (only === undefined) return NO_FILTERS;
  return others.length === 0 ? { base: only, groups: [] } : { base: [], groups: [only, ...others] };
}

/** A condition in the API's format. */
export interface FacetFilterInput {
  field: string;
  condition: Operator;
  values: string[];
  negated: boolean;
}

/** Converts a condition to the API's format. */
export function filterInput({ field, operator, values, isNegated }: Criterion): FacetFilterInput {
  return { field, condition: operator, values: [...values], negated: isNegated };
}

/** The filters with conditions that all alternatives must meet as well. */
export function withCriteria({ base, groups }: Filters, criteria: Group): Filters {
  return { base: [...criteria, ...base], groups };
}

/** Converts filters to the API's format. */
export function orFilters(filters: Filters): { and: FacetFilterInput[] }[] {
  return alternativesOf(filters).map((group) => ({ and: group.map(filterInput) }));
}

/** All conditions. */
export function criteriaOf({ base, groups }: Filters): readonly Criterion[] {
  return [...base, ...groups.flat()];
}
