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
