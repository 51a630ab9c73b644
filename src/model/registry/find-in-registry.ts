import { CatalogError, InvalidUrnError, invalidRequest } from '../../errors.ts';
import { closestName, suggestion } from '../../util/closest-name.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../entity-registry.ts';
import { entityTypeOf, parseUrn, type Urn } from '../urn.ts';
import { because } from '../../refusals.ts';

/** Finds an entity type by name, ignoring case. Throws INVALID_REQUEST if the registry has none. */
export function entitySpec(registry: EntityRegistry, name: string): EntitySpec {
  const entity = registry.findEntity(name);
  if (entity !== undefined) return entity;
  const hint = suggestion(name, registry.entities.keys());
  throw invalidRequest(
    `Failed to find entity with name ${name} in EntityRegistry.${hint}`,
    undefined,
    because('ENTITY_TYPE_UNKNOWN', { name, closest: closestName(name, registry.entities.keys()) ?? '' }),
  );
}

/** Finds an aspect of an entity type by name, ignoring case; undefined if the type has none. */
export function findAspect(entity: EntitySpec, name: string): AspectSpec | undefined {
  const aspect = entity.aspects.get(name);
  if (aspect !== undefined) return aspect;
  let lower = lowerCased.get(entity);
  if (lower === undefined) {
    lower = new Map([...entity.aspects.values()].map((spec) => [spec.name.toLowerCase(), spec]));
    lowerCased.set(entity, lower);
  }
  return lower.get(name.toLowerCase());
}

/** Aspects by lower-case name: a request may name thousands. */
const lowerCased = new WeakMap<EntitySpec, ReadonlyMap<string, AspectSpec>>();

/** Error for an aspect that the entity type does not have. */
export function unknownAspect(
  entity: EntitySpec,
  name: string,
  code: 'NOT_FOUND' | 'INVALID_REQUEST',
): CatalogError {
  const hint = suggestion(name, entity.aspects.keys());
  return new CatalogError(
    code,
    `Unknown aspect ${name} for entity ${entity.name}.${hint}`,
    because('ASPECT_UNKNOWN', { name }),
  );
}

/** Aspect names in the registry's spelling. Throws INVALID_REQUEST for an aspect that the entity type does not have. */
export function aspectNames(entity: EntitySpec, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const aspect = findAspect(entity, name);
    if (aspect === undefined) throw unknownAspect(entity, name, 'INVALID_REQUEST');
    return aspect.name;
  });
}

/** Parses a urn from a request. Throws INVALID_REQUEST if it is malformed or of another entity type. */
export function urnOf(entity: EntitySpec, text: string): Urn {
  const urn = parseUrn(text);
  const type = entityTypeOf(urn);
  if (type === entity.name) return urn;
  throw new InvalidUrnError(text, `entity type is ${type}, expected ${entity.name}`);
}
