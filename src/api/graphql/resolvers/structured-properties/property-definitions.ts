import type { EntityReference } from '../../../../model/entity-reference.ts';
import { createStructuredProperty } from '../../../../operations/structured-properties/create-structured-property.ts';
import { deleteStructuredProperty } from '../../../../operations/structured-properties/delete-structured-property.ts';
import { updateStructuredProperty } from '../../../../operations/structured-properties/update-structured-property.ts';
import { DONE, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

const SHOWN = { present: (property: EntityReference) => property };

/** Mutations of structured property definitions. */
export const PROPERTY_DEFINITION_MUTATIONS = {
  createStructuredProperty: ofInput(createStructuredProperty, SHOWN),
  updateStructuredProperty: ofInput(updateStructuredProperty, SHOWN),
  deleteStructuredProperty: ofInput(deleteStructuredProperty, DONE),
} satisfies Partial<Resolvers['Mutation']>;
