import { createStructuredProperty } from '../../../../operations/structured-properties/create-structured-property.ts';
import { deleteStructuredProperty } from '../../../../operations/structured-properties/delete-structured-property.ts';
import { updateStructuredProperty } from '../../../../operations/structured-properties/update-structured-property.ts';
import { DONE, bind, ofInput } from '../fields/bind-operation.ts';
import { allowedValuesOf } from '../../inputs/property-input.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of structured property definitions. */
export const PROPERTY_DEFINITION_MUTATIONS = {
  createStructuredProperty: bind(
    createStructuredProperty,
    ({ input: { typeQualifier, ...input } }) => ({
      ...input,
      allowedTypes: typeQualifier?.allowedTypes,
      allowedValues: allowedValuesOf(input.allowedValues, 'allowedValues'),
    }),
    { present: (property) => property },
  ),
  updateStructuredProperty: bind(
    updateStructuredProperty,
    ({ input: { urn, typeQualifier, setCardinalityAsMultiple, ...input } }) => ({
      ...input,
      property: urn,
      cardinality: setCardinalityAsMultiple === true ? ('MULTIPLE' as const) : undefined,
      newAllowedTypes: typeQualifier?.newAllowedTypes,
      allowedValues: allowedValuesOf(input.allowedValues, 'allowedValues'),
      newAllowedValues: allowedValuesOf(input.newAllowedValues, 'newAllowedValues'),
    }),
    { present: (property) => property },
  ),
  deleteStructuredProperty: ofInput(deleteStructuredProperty, DONE),
} satisfies Partial<Resolvers['Mutation']>;
