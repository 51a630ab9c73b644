/**
 * A filter as evaluated by an index: names are index fields, values have the field's type. A document without a
 * value in a field matches no condition on it; `not` is the complement within all documents.
 */
export type Expression =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and'; readonly of: readonly Expression[] }
  | { readonly kind: 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  /** The document has any value in the field. */
  | { readonly kind: 'exists'; readonly field: string }
  /** One of the field's texts equals one of the values. */
  | {
      readonly kind: 'terms';
      readonly field: string;
      readonly values: readonly string[];
      readonly ignoreCase: boolean;
    }
  /** One of the field's numbers equals one of the values (-0 equals 0). */
  | { readonly kind: 'numbers'; readonly field: string; readonly values: readonly number[] }
  /**
   * One of the field's texts starts with, ends with or contains the value, or matches it as a glob; ignores case.
   * In a glob `*` is any text, `?` any one character; a backslash makes the next character literal.
   */
  | {
      readonly kind: 'pattern';
      readonly field: string;
      readonly match: 'prefix' | 'suffix' | 'contains' | 'glob';
      readonly value: string;
    }
  /** One of the field's values lies between the bounds: texts for text bounds, numbers for number bounds. */
  | { readonly kind: 'range'; readonly field: string; readonly lower?: Bound; readonly upper?: Bound }
  /**
   * Every word of the text occurs in one of the fields, as for a full-text query. With `inOrder`: one value of a
   * field contains the words as a phrase, without variants or prefixes.
   */
  | {
      readonly kind: 'words';
      readonly fields: readonly string[];
      readonly text: string;
      readonly inOrder: boolean;
    };

/** One end of a range. Texts compare by UTF-16 code unit. */
export interface Bound {
  readonly value: string | number;
  readonly inclusive: boolean;
}

/** Matches every document. */
export const MATCH_ALL: Expression = { kind: 'all' };

/** AND of expressions, simplified. */
export function allOf(expressions: readonly Expression[]): Expression {
  const kept = expressions.filter((expression) => expression.kind !== 'all');
  const [first] = kept;
  if (first === undefined) return MATCH_ALL;
  return kept.length === 1 ? first : { kind: 'and', of: kept };
}
