import { CatalogError } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

/** Mutation that soft-deletes and restores entities. */
export const SOFT_DELETE_MUTATIONS = {
  batchUpdateSoftDeleted: (_root, { input }, context) =>
    updating(input, async () => {
      const entities = input.urns.map((urn) => context.references.parse(urn));
      for (const entity of entities) await requireDeletePrivilege(entity, context);
      await requireExisting(entities, context);
      if (entities.length === 0) return true;
      const { sequence } = await context.catalog.ingest(
        entities.map((entity) => proposal(entity, input.deleted)),
      );
      context.wrote(sequence);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

async function requireDeletePrivilege(
  { urn, entityType }: EntityReference,
  { catalog }: GraphqlContext,
): Promise<void> {
  const denial = `Unauthorized to delete the entity ${urn}. Please contact your DataHub administrator.`;
  if (entityType === STRUCTURED_PROPERTY.entityType)
    catalog.requirePrivilege('MANAGE_STRUCTURED_PROPERTIES', denial);
  else await catalog.requireEntityPrivilege('DELETE_ENTITY', urn, denial);
}

async function requireExisting(
  entities: readonly EntityReference[],
  { catalog }: GraphqlContext,
): Promise<void> {
  const existing = await catalog.existing(entities.map(({ urn }) => urn));
  const missing = entities.find(({ urn }) => !existing.has(urn));
  if (missing === undefined) return;
  throw new CatalogError(
    'NOT_FOUND',
    `Entity ${missing.urn} does not exist. Check the urn; nothing was changed.`,
  );
}

function proposal({ urn }: EntityReference, removed: boolean): MetadataChangeProposal {
  const operations = [{ op: 'add' as const, path: '/removed', value: removed }];
  return { urn, aspectName: 'status', changeType: 'PATCH', patch: { operations } };
}
