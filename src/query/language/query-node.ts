/** A value in a query: a text that may have wildcards, or a quoted text. */
export interface WrittenText {
  /** Without backslash escapes. If `hasGaps`, those of `*`, `?` and the backslash itself are kept. */
  readonly text: string;
  /** Whether it contains the wildcards `*` or `?`, neither quoted nor escaped. */
  readonly hasGaps: boolean;
  readonly isQuoted: boolean;
}

/** One bound of a range in a query. */
export interface WrittenBound {
  readonly text: string;
  readonly inclusive: boolean;
}

/** Syntax tree of a query. A value without a field applies to all full-text fields. */
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

export type ValueNode = Extract<QueryNode, { readonly kind: 'value' }>;

/** Whether a text is searched by words: it has no wildcard, or only a trailing `*`. */
export function isWords({ text, hasGaps }: WrittenText): boolean {
  return !hasGaps || /^[^\\*?]+\*$/.test(text);
}

/** Names of all fields in a query, as written. */
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

/** All value conditions in a query, including negated ones. */
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
