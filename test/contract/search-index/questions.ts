import type { Expression } from '../../../src/search/expression.ts';
import type { Hit } from '../../../src/search/search-index.ts';

/** The field has one of these texts. */
export function terms(field: string, ...values: string[]): Expression {
  return { kind: 'terms', field, values, ignoreCase: false };
}

/** The field has one of these numbers. */
export function numbers(field: string, ...values: number[]): Expression {
  return { kind: 'numbers', field, values };
}

/** Everything that does not match. */
export function not(of: Expression): Expression {
  return { kind: 'not', of };
}

/** Keys of the documents that were hit, in order. */
export function keysOf(hits: readonly Hit[]): string[] {
  return hits.map(({ urn }) => urn.slice(urn.lastIndexOf(':') + 1));
}
