import { platformOfEntity } from '../aspects/platform-of-entity.ts';
import type { StoredAspect } from '../entity-attributes.ts';
import type { EntityRegistry } from '../entity-registry.ts';
import type { PropertyDefinition } from '../structured-property.ts';
import { entityTypeOf, type Urn } from '../urn.ts';
import { entityTypeIds } from './entity-type-id.ts';

/** Whether the entity may have the property, by its type and platform. */
export function fitsEntity(
  { allowedPlatforms, entityTypes }: PropertyDefinition,
  urn: Urn,
  stored: StoredAspect,
  registry: EntityRegistry,
): boolean {
  const entityType = entityTypeOf(urn).toLowerCase();
  if (!entityTypeIds(entityTypes).has(entityType)) return false;
  if (allowedPlatforms.length === 0) return true;
  const platform = platformOfEntity(urn, stored, registry);
  return platform !== undefined && allowedPlatforms.includes(platform);
}
