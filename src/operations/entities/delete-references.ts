import * as v from 'valibot';
import { removeReferences, type Reference } from '../../auth/writes/remove-references.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { defineOperation } from '../operation.ts';
import { FLAG, URN, objectOf } from '../shapes.ts';

/** Removes all references to an entity from other entities. The caller needs the rights to change each of these. */
export const deleteReferences = defineOperation({
  name: 'deleteReferences',
  effect: 'delete',
  summary: 'Removes all references to an entity from other entities.',
  input: () => objectOf({ urn: URN, dryRun: v.nullish(FLAG, false) }),
  needs: { on: ({ urn }: { readonly urn: Urn }) => ({ urn }), anyOf: ['DELETE_ENTITY'] },
  denial: (_refused, { urn }) => `User is unauthorized to delete entity ${urn}`,
  isLong: true,
  run: async ({ urn, dryRun }, { query, scope, settings, writes }): Promise<readonly Reference[]> => {
    const catalog = {
      relationships: (input: Parameters<typeof query.relationships>[0]) => query.relationships(input, scope),
      getEntities: (urns: readonly Urn[]) => query.getEntities(urns, undefined, scope),
      ingest: (proposals: readonly MetadataChangeProposal[]) => writes.ingest(proposals),
    };
    const { references } = await removeReferences(urn, { registry: settings.registry, catalog }, { dryRun });
    return references;
  },
});
