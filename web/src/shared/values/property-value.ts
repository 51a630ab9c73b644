import { graphql } from '../../api/graphql.ts';

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
