import { CatalogError, invalidRequest } from '../errors.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from './entity-registry.ts';
import { entityTypeOf, parseUrn } from './urn.ts';
import type { Urn } from './urn.ts';
import { suggestion } from '../util/closest-name.ts';

/** The entity type of this name, ignoring case; throws INVALID_REQUEST when the registry has none. */
export function entitySpec(registry: EntityRegistry, name: string): EntitySpec {
  const entity = registry.findEntity(name);
  if (entity !== undefined) return entity;
  const hint = suggestion(name, registry.entities.keys());
  throw invalidRequest(`Failed to find entity with name ${name} in EntityRegistry.${hint}`);
}

/** The aspect of this name that the entity type may carry, ignoring case; undefined when there is none. */
export function findAspect(entity: EntitySpec, name: string): AspectSpec | undefined {
  const aspect = entity.aspects.get(name);
  if (aspect !== undefined) return aspect;
  const wanted = name.toLowerCase();
  for (const candidate of entity.aspects.values()) {
    if (candidate.name.toLowerCase() === wanted) return candidate;
  }
  return undefined;
}

/** The failure for an aspect that the entity type cannot carry. */
export function unknownAspect(
  entity: EntitySpec,
  name: string,
  code: 'NOT_FOUND' | 'INVALID_REQUEST',
): CatalogError {
  const hint = suggestion(name, entity.aspects.keys());
  return new CatalogError(code, `Unknown aspect ${name} for entity ${entity.name}.${hint}`);
}

/** Names of aspects as the registry spells them; throws INVALID_REQUEST for one that the entity type cannot carry. */
export function aspectNames(entity: EntitySpec, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const aspect = findAspect(entity, name);
    if (aspect === undefined) throw unknownAspect(entity, name, 'INVALID_REQUEST');
    return aspect.name;
  });
}

/** Checks a urn from outside and that it belongs to the entity type; throws INVALID_REQUEST with the urn otherwise. */
export function urnOf(entity: EntitySpec, text: string): Urn {
  const urn = parseUrn(text);
  const type = entityTypeOf(urn);
  if (type === entity.name) return urn;
  throw invalidRequest(`Invalid urn!: ${text} (its entity type is ${type}, but ${entity.name} is asked for)`);
}
