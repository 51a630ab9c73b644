import { removeReferences } from '../../../auth/remove-references.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalFlag } from '../../../util/json/json-input.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/**
 * `POST /entities?action=deleteReferences`: removes all references to an entity from other entities, including
 * soft-deleted ones; with `dryRun`, only lists them.
 */
export async function deleteReferences({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const dryRun = optionalFlag(input['dryRun'], 'dryRun') ?? false;
  await catalog.requireEntityPrivilege('DELETE_ENTITY', urn, `User is unauthorized to delete entity ${urn}`);
  const { references, sequence } = await removeReferences(urn, { registry, catalog }, { dryRun });
  const value = {
    total: references.length,
    relatedAspects: references.map((reference) => ({ ...reference })),
  };
  return { value, ...(sequence !== undefined && { sequence }) };
}
