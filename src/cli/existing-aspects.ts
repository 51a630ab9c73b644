import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import type { AspectValues, CatalogClient } from './connection/catalog-client.ts';

/**
 * The `status` of an entity, and the definition too if it is a structured property. Undefined if the entity does not
 * exist. A property without a definition does not exist either, even if it still has other aspects.
 */
export async function existingAspects(client: CatalogClient, urn: Urn): Promise<AspectValues | undefined> {
  const { definitionAspect, entityType } = STRUCTURED_PROPERTY;
  if (entityTypeOf(urn) !== entityType) return client.getAspects(urn, ['status']);
  const aspects = await client.getAspects(urn, ['status', definitionAspect]);
  return aspects?.[definitionAspect] === undefined ? undefined : aspects;
}
