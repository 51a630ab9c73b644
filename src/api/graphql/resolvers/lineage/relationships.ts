import type { EntityReference } from '../../../../model/entity-reference.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { RelationshipsInput } from '../../schema/schema-types.generated.ts';
import { getRelationships } from '../../../../operations/relationships/get-relationships.ts';

/** One page of an entity's relationships; by default 10, and soft-deleted entities included. */
export async function relationships(
  { urn }: EntityReference,
  { input }: { readonly input: RelationshipsInput },
  context: GraphqlContext,
): Promise<object> {
  const { types, direction } = input;
  const start = notNegative('start', input.start ?? 0);
  const count = notNegative('count', input.count ?? 10);
  const includeSoftDelete = input.includeSoftDelete ?? true;
  const page = await context.run(getRelationships, {
    urn,
    types,
    direction,
    start,
    count,
    includeSoftDelete,
    ...(input.relatedEntityTypes && { entityTypes: input.relatedEntityTypes }),
  });
  return {
    start,
    count: page.entities.length,
    total: page.total,
    relationships: page.entities.map((related) => ({
      type: related.relationshipType,
      direction,
      entity: context.references.to(related.urn),
    })),
  };
}
