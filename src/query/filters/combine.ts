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

/** AND of expressions, simplified; matches nothing if one of them does. */
export function every(expressions: readonly Expression[]): Expression {
  return expressions.some(({ kind }) => kind === 'none') ? MATCH_NONE : allOf(expressions);
}

/** Any string of the field equals any of the values; case-sensitive. */
export function oneOf(field: string, values: readonly string[]): Expression {
  return values.length === 0 ? MATCH_NONE : { kind: 'terms', field, values, ignoreCase: false };
}

/** Any value of the field equals one of the values. */
export function anyValue(field: string, values: readonly (string | number)[]): Expression {
  const parts: Expression[] = [];
  for (let start = 0; start < values.length; start += MOST_TERMS) {
    const part = values.slice(start, start + MOST_TERMS);
    const numbers = part.filter((value) => typeof value === 'number');
    const texts = part.filter((value) => typeof value === 'string');
    if (numbers.length > 0) parts.push({ kind: 'numbers', field, values: numbers });
    parts.push(oneOf(field, texts));
  }
  return anyOf(parts);
}

/** Maximum number of values in one condition. */
const MOST_TERMS = 50_000;

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
