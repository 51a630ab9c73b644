import { lacksValues, type Criterion, type Filter } from '../../model/filter.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import { MATCH_NONE, anyOf, every, negate } from './combine.ts';
import { resolveFilterFields, type FieldContext, type ResolvedField } from './field-resolution.ts';
import { resolveCriterion } from './resolve-criterion.ts';

/**
 * Resolves a filter: public names to index fields, values to their types. An unknown name matches nothing. Throws
 * INVALID_REQUEST for a value that cannot be parsed and for a soft-deleted structured property. Hierarchical operators
 * must already be expanded.
 */
export function resolveFilter(filter: Filter, context: FieldContext): Expression {
  if (filter.length === 0) return MATCH_ALL;
  return anyOf(filter.map((all) => every(all.map((criterion) => resolve(criterion, context)))));
}

function resolve(criterion: Criterion, context: FieldContext): Expression {
  // Resolved even if the criterion is ignored, because a soft-deleted property must always be rejected.
  const fields = resolveFilterFields(criterion.field, context);
  if (lacksValues(criterion)) return MATCH_ALL;
  const positive: Criterion =
    criterion.operator === 'IS_NULL' ? { ...criterion, operator: 'EXISTS' } : criterion;
  const matches = anyOf(
    fields.map((field) => guarded(resolveCriterion(positive, field, context), field, context)),
  );
  // IS_NULL on several fields means that none has a value, so the OR is negated as a whole.
  return criterion.negated === (criterion.operator === 'IS_NULL') ? matches : negate(matches);
}

/**
 * Restricts an expression on a property field to the entities on which the caller may see the property; on one of effective
 * values, to those whose effective value meets it.
 */
export function guarded(expression: Expression, field: ResolvedField, context: FieldContext): Expression {
  const { isEffective, property } = field;
  if (isEffective === true && property !== undefined && context.effective !== undefined)
    return context.effective.meeting(property, expression);
  return allOf([expression, ...guardOf(field, context)]);
}

/** The condition for entities on which the caller may see the property of a field; none for other fields. */
export function guardOf({ property, where }: ResolvedField, { guards }: FieldContext): readonly Expression[] {
  if (property === undefined || where === undefined) return [];
  return [guards?.get(property) ?? MATCH_NONE];
}
