import { isObject } from '../../api/is-object.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';

/** A value of a structured property, or one that it allows. */
export const PROPERTY_VALUE = graphql(`
  fragment PropertyValue on PropertyValue @_unmask {
    ... on StringValue {
      stringValue
    }
    ... on NumberValue {
      numberValue
    }
  }
`);

/** A value of a structured property; dates as `yyyy-MM-dd`, entities as urns, rich text as Markdown. */
export type Value = string | number;

/** The value in a response. */
export function scalarOf(value: ResultOf<typeof PROPERTY_VALUE>): Value {
  return 'stringValue' in value ? value.stringValue : value.numberValue;
}

/** A value in the API's format: `{"string": ...}` or `{"double": ...}`. */
export function unionOf(value: Value): { readonly string: string } | { readonly double: number } {
  return typeof value === 'number' ? { double: value } : { string: value };
}

/** The value in the API’s format; empty if it is none. */
export function valueOf(union: unknown): Value[] {
  const value: unknown = isObject(union) ? (union['string'] ?? union['double']) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? [value] : [];
}
