import type { Expression } from '../expression.ts';
import type { WordQuery } from '../search-index.ts';
import { nameFieldsOf } from './word-order.ts';

/** Score added to a document that has the query's text as its name: more than its words and their order score. */
export const WORTH_OF_NAME = 1000;

/** Matches documents with a name that equals the text of the query, ignoring case; undefined if no field has names. */
export function exactName({ fields, text }: WordQuery): Expression | undefined {
  const values = [text.trim()];
  const of = nameFieldsOf(fields).map(({ field }) => ({
    kind: 'terms' as const,
    field,
    values,
    ignoreCase: true,
  }));
  const [only] = of;
  return of.length > 1 ? { kind: 'or', of } : only;
}
