import { OPERATOR_WORDS } from '../filters/describe-criterion.ts';
import {
  alternativesOf,
  filtersOf,
  type Criterion,
  type Filters,
  type Operator,
} from '../../../shared/search/filters.ts';

/** The filters of a view in the API's format: a flat list joined by one operator. */
export interface ViewFilter {
  readonly operator: 'AND' | 'OR';
  readonly filters: readonly Criterion[];
}

/**
 * Converts filters to a view's format; undefined if a view cannot hold them: it joins all conditions by AND or all by OR,
 * not both.
 */
export function viewFilterOf(filters: Filters): ViewFilter | undefined {
  const alternatives = alternativesOf(filters);
  const [only] = alternatives;
  if (alternatives.length <= 1) return { operator: 'AND', filters: only ?? [] };
  const single = alternatives.filter((group) => group.length === 1);
  return single.length < alternatives.length ? undefined : { operator: 'OR', filters: single.flat() };
}

/** Converts a view's filters to search filters. */
export function filtersOfView({ operator, filters }: ViewFilter): Filters {
  return filtersOf(operator === 'AND' ? [filters] : filters.map((criterion) => [criterion]));
}

/** Combines the filters of a view with additional ones; undefined if one view cannot hold both. */
export function mergedFilters(view: Filters, top: Filters): Filters | undefined {
  if (view.groups.length > 0 && top.groups.length > 0) return undefined;
  return { base: [...view.base, ...top.base], groups: [...view.groups, ...top.groups] };
}

const OPERATORS: ReadonlySet<string> = new Set(Object.keys(OPERATOR_WORDS));

/** Converts a stored condition; undefined if its operator is unknown. */
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
