import type { Expression } from '../search/expression.ts';
import { MATCH_ALL } from '../search/expression.ts';

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
