import type { Criterion, Filter } from '../model/filter.ts';
import type { Expression } from '../search/expression.ts';
import { MATCH_ALL, allOf } from '../search/expression.ts';
import { MATCH_NONE, anyOf, negate } from './combine.ts';
import type { FieldContext, ResolvedField } from './field-resolution.ts';
import { resolveFilterFields } from './field-resolution.ts';
import { resolveCriterion } from './resolve-criterion.ts';

/**
 * Resolves a filter: public names to index fields, values to their types. A name that does not exist matches nothing.
 * Throws INVALID_REQUEST for a value that cannot be read and for a soft-deleted structured property. Hierarchical
 * operators must have been expanded before.
 */
export function resolveFilter(filter: Filter, context: FieldContext): Expression {
  if (filter.length === 0) return MATCH_ALL;
  return anyOf(filter.map((all) => allOfFew(all.map((criterion) => resolve(criterion, context)))));
}

function resolve(criterion: Criterion, context: FieldContext): Expression {
  // Resolved even if the criterion is ignored: a soft-deleted property is refused wherever it is named.
  const fields = resolveFilterFields(criterion.field, context);
  if (!isEffective(criterion)) return MATCH_ALL;
  const positive: Criterion =
    criterion.operator === 'IS_NULL' ? { ...criterion, operator: 'EXISTS' } : criterion;
  const matches = anyOf(
    fields.map((field) => guarded(resolveCriterion(positive, field, context), field, context)),
  );
  // Of several fields none may have a value, so that IS_NULL is turned round as a whole.
  return criterion.negated === (criterion.operator === 'IS_NULL') ? matches : negate(matches);
}

/** DataHub ignores a criterion that needs values and has none, also when it is negated. */
export function isEffective({ operator, values }: Criterion): boolean {
  return operator === 'EXISTS' || operator === 'IS_NULL' || values.length > 0;
}

function allOfFew(expressions: readonly Expression[]): Expression {
  return expressions.some(({ kind }) => kind === 'none') ? MATCH_NONE : allOf(expressions);
}

/** The expression on the field, where the caller may see the field's values; elsewhere there are none. */
export function guarded(
  expression: Expression,
  { property, where }: ResolvedField,
  { guards }: FieldContext,
): Expression {
  if (property === undefined || where === undefined) return expression;
  return allOf([expression, guards?.get(property) ?? MATCH_NONE]);
}
