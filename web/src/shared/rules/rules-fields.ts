import { graphql, readFragment, type FragmentOf, type ResultOf } from '../../api/graphql.ts';
import { PROPERTY_VALUE, scalarOf, unionOf } from '../values/property-value.ts';

const CRITERION = graphql(`
  fragment RuleCriterion on PolicyMatchCriterion @_unmask {
    field
    condition
    values {
      value
    }
    structuredPropertyValues {
      propertyUrn
      values
    }
  }
`);

/** The rules of a property. See {@link rulesAspect}. */
export const RULES_FIELDS = graphql(
  `
    fragment PropertyRules on StructuredPropertyRules {
      values {
        level
        format
        min {
          ...PropertyValue
        }
        max {
          ...PropertyValue
        }
        pattern
        hint
        minLength
        maxLength
        refersTo {
          criteria {
            ...RuleCriterion
          }
        }
      }
      appliesIf {
        level
        criteria {
          ...RuleCriterion
        }
      }
      required {
        level
      }
      deprecatedValues {
        value {
          ...PropertyValue
        }
        replacedBy {
          ...PropertyValue
        }
      }
    }
  `,
  [CRITERION, PROPERTY_VALUE],
);

/** Rules in a response, as the aspect has them. */
export function rulesAspect(fields: FragmentOf<typeof RULES_FIELDS>): Readonly<Record<string, unknown>> {
  const { appliesIf, deprecatedValues, required, values } = readFragment(RULES_FIELDS, fields);
  return {
    values: values && {
      ...values,
      min: values.min && unionOf(scalarOf(values.min)),
      max: values.max && unionOf(scalarOf(values.max)),
      refersTo: { criteria: values.refersTo?.criteria?.map(criterionOf) },
    },
    appliesIf: appliesIf && { ...appliesIf, criteria: appliesIf.criteria.map(criterionOf) },
    required,
    deprecatedValues: deprecatedValues?.map(({ replacedBy, value }) => ({
      value: unionOf(scalarOf(value)),
      replacedBy: replacedBy && unionOf(scalarOf(replacedBy)),
    })),
  };
}

function criterionOf({ values, ...criterion }: ResultOf<typeof CRITERION>) {
  return { ...criterion, values: values.map(({ value }) => value) };
}
