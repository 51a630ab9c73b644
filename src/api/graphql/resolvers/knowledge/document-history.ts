import type { EntityReference } from '../../../../model/entity-reference.ts';
import { listDocumentChanges } from '../../../../operations/documents/list-document-changes.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';

const DEFAULT_LIMIT = 50;

/** Resolver of the last changes of a document. */
export async function changeHistory(
  { urn }: EntityReference,
  { startTimeMillis: from, endTimeMillis: to, limit }: ArgumentsOf<'Document', 'changeHistory'>,
  context: GraphqlContext,
) {
  const asked = { document: urn, from, to, limit: limit ?? DEFAULT_LIMIT };
  const changes = await context.run(listDocumentChanges, asked);
  return changes.map(({ changeType, event: { description, parameters }, stamp }) => ({
    changeType,
    description,
    timestamp: stamp.time,
    actor: ofType('corpuser', context.references.find(stamp.actor)),
    details: Object.entries(parameters).map(([key, value]) => ({ key, value: String(value) })),
  }));
}
