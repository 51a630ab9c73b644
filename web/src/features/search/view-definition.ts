import { OPERATOR_WORDS } from './describe-criterion.ts';
import { alternativesOf, filtersOf, type Criterion, type Filters, type Operator } from './filters.ts';

/** The filters of a view, as the API stores them: a flat list that is combined in one way. */
export interface ViewFilter {
  readonly operator: 'AND' | 'OR';
  readonly filters: readonly Criterion[];
}

/**
 * The filters as a view can hold them; undefined if it cannot: a view combines all conditions by AND, or all by OR, and
 * not both.
 */
export function viewFilterOf(filters: Filters): ViewFilter | undefined {
  const alternatives = alternativesOf(filters);
  const [only] = alternatives;
  if (alternatives.length <= 1) return { operator: 'AND', filters: only ?? [] };
  const single = alternatives.filter((group) => group.length === 1);
  return single.length < alternatives.length ? undefined : { operator: 'OR', filters: single.flat() };
}

/** The filters that a view stands for. */
export function filtersOfView({ operator, filters }: ViewFilter): Filters {
  return filtersOf(operator === 'AND' ? [filters] : filters.map((criterion) => [criterion]));
}

/** The conditions of a view and those on top of it; undefined if one view cannot hold both. */
export function mergedFilters(view: Filters, top: Filters): Filters | undefined {
  if (view.groups.length > 0 && top.groups.length > 0) return undefined;
  return { base: [...view.base, ...top.base], groups: [...view.groups, ...top.groups] };
}

const OPERATORS: ReadonlySet<string> = new Set(Object.keys(OPERATOR_WORDS));

/** A stored condition; undefined if the page has no such operator. */
export function storedCriterion(stored: {
  readonly field: string;
  readonly condition: string | null;
  readonly values: readonly string[];
  readonly negated: boolean | null;
}): Criterion | undefined {
  const { field, values, negated } = stored;
  const condition = stored.condition === null || stored.condition === 'IN' ? 'EQUAL' : stored.condition;
  if (!isOperator(condition)) return undefined;
  return { field, operator: condition, values, isNegated: negated === true };
}

function isOperator(text: string): text is Operator {
  return OPERATORS.has(text);
}
