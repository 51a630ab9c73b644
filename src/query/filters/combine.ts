import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';

/** Matches no document. */
export const MATCH_NONE: Expression = { kind: 'none' };

/** OR of expressions, simplified; matches nothing for an empty list. */
export function anyOf(expressions: readonly Expression[]): Expression {
  const kept = expressions.filter((expression) => expression.kind !== 'none');
  const [first] = kept;
  if (first === undefined) return MATCH_NONE;
  if (kept.some((expression) => expression.kind === 'all')) return MATCH_ALL;
  return kept.length === 1 ? first : { kind: 'or', of: kept };
}

/** Any string of the field equals any of the values; case-sensitive. */
export function oneOf(field: string, values: readonly string[]): Expression {
  return values.length === 0 ? MATCH_NONE : { kind: 'terms', field, values, ignoreCase: false };
}

/** Merges two bounds into one range, so that a single value must meet both. Joins other expressions by AND. */
export function between(lower: Expression, upper: Expression): Expression {
  return lower.kind === 'range' && upper.kind === 'range' ? { ...upper, ...lower } : allOf([lower, upper]);
}

/** Negation, simplified. */
export function negate(expression: Expression): Expression {
  switch (expression.kind) {
    case 'all':
      return MATCH_NONE;
    case 'none':
      return MATCH_ALL;
    case 'not':
      return expression.of;
    default:
      return { kind: 'not', of: expression };
  }
}
