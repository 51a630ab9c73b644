import type { Expression } from '../search/expression.ts';
import { MATCH_ALL, allOf } from '../search/expression.ts';

/** Matches no document. */
export const MATCH_NONE: Expression = { kind: 'none' };

/** OR of expressions, without needless nesting; of no expressions, nothing. */
export function anyOf(expressions: readonly Expression[]): Expression {
  const kept = expressions.filter((expression) => expression.kind !== 'none');
  const [first] = kept;
  if (first === undefined) return MATCH_NONE;
  if (kept.some((expression) => expression.kind === 'all')) return MATCH_ALL;
  return kept.length === 1 ? first : { kind: 'or', of: kept };
}

/** One of the field's texts is one of the values. */
export function oneOf(field: string, values: readonly string[]): Expression {
  return values.length === 0 ? MATCH_NONE : { kind: 'terms', field, values, ignoreCase: false };
}

/** Both ends of a range are about one value; what has no ranges, as flags, must meet both. */
export function between(lower: Expression, upper: Expression): Expression {
  return lower.kind === 'range' && upper.kind === 'range' ? { ...upper, ...lower } : allOf([lower, upper]);
}

/** The complement, in its simplest form. */
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
