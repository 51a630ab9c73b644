import type { EntityAspects } from '../../../model/aspect.ts';
import { platformOfEntity } from '../../../model/aspects/platform-of-entity.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import { matchingName, nameFieldsOf, type NameField } from '../../../operations/search/find-by-name.ts';

/** An entity with its stored aspects. */
export interface StoredEntity {
  readonly urn: Urn;
  readonly type: string;
  readonly aspects: EntityAspects;
}

const fieldsOf = new WeakMap<EntityRegistry, Map<string, readonly NameField[]>>();

/** Registry name of the type of an entity. */
export function typeNameOf(urn: Urn, registry: EntityRegistry): string {
  const written = entityTypeOf(urn);
  return registry.findEntity(written)?.name ?? written;
}

/** The first name of an entity for people; undefined if it has none. */
export function nameOf({ aspects, type }: StoredEntity, registry: EntityRegistry): string | undefined {
  const known = fieldsOf.get(registry) ?? new Map<string, readonly NameField[]>();
  fieldsOf.set(registry, known);
  const fields = known.get(type) ?? nameFieldsOf([type], registry);
  known.set(type, fields);
  return matchingName(aspects, '*', fields);
}

/** Urn of the platform of an entity, from its aspects, else from its urn; of a column, from the urn of its dataset. */
export function platformOf({ aspects, urn }: StoredEntity, registry: EntityRegistry): string | undefined {
  const stored = (of: Urn, name: string) => (of === urn ? aspects.get(name)?.value : undefined);
  return platformOfEntity(urn, stored, registry);
}
