import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectValues, CatalogClient } from './catalog-client.ts';

/**
 * The status of an entity, and what else says whether it exists for people: undefined for one that does not, and for a
 * property whose definition has been deleted, whatever else is left of it.
 */
export async function existingAspects(client: CatalogClient, urn: Urn): Promise<AspectValues | undefined> {
  const { definitionAspect, entityType } = STRUCTURED_PROPERTY;
  if (entityTypeOf(urn) !== entityType) return client.getAspects(urn, ['status']);
  const aspects = await client.getAspects(urn, ['status', definitionAspect]);
  return aspects?.[definitionAspect] === undefined ? undefined : aspects;
}
