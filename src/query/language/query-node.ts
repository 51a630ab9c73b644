/** A value as it was written: a text that may have gaps, or one in quotes. */
export interface WrittenText {
  /** With backslashes resolved, except before `*` and `?` when the text has gaps. */
  readonly text: string;
  /** `*` or `?` occur in it that are not in quotes nor after a backslash. */
  readonly hasGaps: boolean;
  readonly isQuoted: boolean;
}

/** One end of a range as it was written. */
export interface WrittenBound {
  readonly text: string;
  readonly inclusive: boolean;
}

/** What a query text says; a missing field means every field that is searched by words. */
export type QueryNode =
  | { readonly kind: 'everything' }
  | { readonly kind: 'and' | 'or'; readonly of: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly of: QueryNode }
  | { readonly kind: 'exists'; readonly field: string }
  | { readonly kind: 'value'; readonly field: string | undefined; readonly value: WrittenText }
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly lower?: WrittenBound;
      readonly upper?: WrittenBound;
    };

/** A condition on a value. */
export type ValueNode = Extract<QueryNode, { readonly kind: 'value' }>;

/** True for a text without gaps, or with one at its end only: a word or the beginning of one. */
export function isWords({ text, hasGaps }: WrittenText): boolean {
  return !hasGaps || /^[^\\*?]+\*$/.test(text);
}

/** The names of all fields in a query, as they were written. */
export function fieldsOf(node: QueryNode): readonly string[] {
  switch (node.kind) {
    case 'everything':
      return [];
    case 'and':
    case 'or':
      return node.of.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(node.of);
    default:
      return node.field === undefined ? [] : [node.field];
  }
}

/** The values in a query, each with the field it is for, if any. */
export function valuesOf(node: QueryNode): readonly ValueNode[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.of.flatMap(valuesOf);
    case 'not':
      return valuesOf(node.of);
    default:
      return node.kind === 'value' ? [node] : [];
  }
}
