import { invalidRequest } from '../../../../errors.ts';
import { createErRelationship } from '../../../../operations/er-relationships/create-er-relationship.ts';
import { deleteErRelationship } from '../../../../operations/er-relationships/delete-er-relationship.ts';
import { updateErRelationship } from '../../../../operations/er-relationships/update-er-relationship.ts';
import { noteWarning } from '../../../http/request-context.ts';
import type { ERModelRelationshipUpdateInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { DONE, bind, ofArguments } from '../fields/bind-operation.ts';
import { because } from '../../../../refusals.ts';

/** Mutations of the joins of datasets. */
export const ER_RELATIONSHIP_MUTATIONS = {
  createERModelRelationship: bind(createErRelationship, ({ input }) => relationshipOf(input), {
    present: (relationship) => relationship,
  }),
  updateERModelRelationship: bind(
    updateErRelationship,
    ({ urn, input }) => ({ ...relationshipOf(input), urn }),
    DONE,
  ),
  deleteERModelRelationship: ofArguments(deleteErRelationship, DONE),
} satisfies Partial<Resolvers['Mutation']>;

function relationshipOf({ properties, editableProperties }: ERModelRelationshipUpdateInput) {
  if (!properties)
    throw invalidRequest(
      'input.properties is missing. Name both datasets.',
      undefined,
      because('INPUT_MISSING', { name: 'properties' }),
    );
  for (const member of ['created', 'createdAt', 'createdBy'] as const) {
    if ((properties[member] ?? null) === null) continue;
    noteWarning(`input.properties.${member} has no effect: the server records who created it, and when.`);
  }
  return {
    name: properties.name,
    source: properties.source,
    destination: properties.destination,
    columns: properties.relationshipFieldmappings?.map(({ sourceField, destinationField }, i) => {
      const at = `input.properties.relationshipFieldmappings[${i}]`;
      if (!sourceField)
        throw invalidRequest(
          `${at}.sourceField is missing. Name a column.`,
          undefined,
          because('INPUT_MISSING', { name: 'sourceField' }),
        );
      if (!destinationField)
        throw invalidRequest(
          `${at}.destinationField is missing. Name a column.`,
          undefined,
          because('INPUT_MISSING', { name: 'destinationField' }),
        );
      return { source: sourceField, destination: destinationField };
    }),
    cardinality: properties.erModelRelationshipCardinality,
    editedName: editableProperties?.name,
    description: editableProperties?.description,
  };
}
