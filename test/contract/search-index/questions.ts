import type { Expression } from '../../../src/search/expression.ts';
import type { Hit } from '../../../src/search/search-index.ts';

/** Matches documents whose field has one of these strings. */
export function terms(field: string, ...values: string[]): Expression {
  return { kind: 'terms', field, values, ignoreCase: false };
}

/** Matches documents whose field has one of these numbers. */
export function numbers(field: string, ...values: number[]): Expression {
  return { kind: 'numbers', field, values };
}

export function not(of: Expression): Expression {
  return { kind: 'not', of };
}

/** Keys of the hits, in order. */
export function keysOf(hits: readonly Hit[]): string[] {
  return hits.map(({ urn }) => urn.slice(urn.lastIndexOf(':') + 1));
}
