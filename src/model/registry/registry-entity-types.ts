import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { AspectSpec, EntitySpec } from '../entity-registry.ts';
import { inside, readObject, readText, readTexts, registryError, type Place } from './registry-file.ts';

const ENTITY_TYPE_MEMBERS = new Set(['keyAspect', 'category', 'searchGroup', 'aspects']);

/** One declaration of an entity type: with a key aspect it defines the type, without one it adds aspects to it. */
export interface DeclaredEntityType {
  readonly name: string;
  readonly place: Place;
  readonly declaration: JsonObject;
}

/** Reads one declaration of an entity type. Its references are resolved after all files have been read. */
export function declareEntityType(
  name: string,
  place: Place,
  value: JsonValue | undefined,
): DeclaredEntityType {
  return { name, place, declaration: readObject(place, value, ENTITY_TYPE_MEMBERS) };
}

/** Entity type names by key aspect name. Throws INVALID_REQUEST if two entity types share a key aspect. */
export function keyAspects(declared: readonly DeclaredEntityType[]): ReadonlyMap<string, string> {
  const keyOf = new Map<string, string>();
  for (const { name, place, declaration } of declared) {
    if (declaration['keyAspect'] === undefined) continue;
    const keyAspect = readText(place, declaration, 'keyAspect');
    const other = keyOf.get(keyAspect);
    if (other !== undefined && other !== name) {
      throw registryError(
        place,
        `aspect '${keyAspect}' is already the key aspect of '${other}'`,
        'Define a separate key aspect',
      );
    }
    keyOf.set(keyAspect, name);
  }
  return keyOf;
}

/** Entity types of all files, including the aspects that other files add. Throws INVALID_REQUEST for a contradiction. */
export function entitySpecs(
  declared: readonly DeclaredEntityType[],
  aspects: ReadonlyMap<string, AspectSpec>,
): Map<string, EntitySpec> {
  const entities = new Map<string, EntitySpec>();
  const definedAt = new Map<string, DeclaredEntityType>();
  for (const entityType of declared) {
    const { name, place, declaration } = entityType;
    if (declaration['keyAspect'] === undefined) continue;
    const other = definedAt.get(name.toLowerCase());
    if (other === undefined) {
      definedAt.set(name.toLowerCase(), entityType);
      entities.set(name, entitySpec(entityType, aspects));
    } else if (JSON.stringify(other.declaration) !== JSON.stringify(declaration)) {
      const problem = `entity type '${name}' is defined differently in ${other.place.file}`;
      throw registryError(place, problem, 'To add aspects to an entity type, omit keyAspect');
    }
  }
  for (const entityType of declared) {
    if (entityType.declaration['keyAspect'] === undefined) addAspects(entities, entityType, aspects);
  }
  return entities;
}

function entitySpec(entityType: DeclaredEntityType, aspects: ReadonlyMap<string, AspectSpec>): EntitySpec {
  const { name, place, declaration } = entityType;
  const keyAspect = findAspect(
    aspects,
    inside(place, 'keyAspect'),
    readText(place, declaration, 'keyAspect'),
  );
  const { category, searchGroup } = declaration;
  return {
    name,
    keyAspect,
    aspects: new Map([[keyAspect.name, keyAspect], ...namedAspects(entityType, aspects)]),
    category: category === undefined ? 'core' : readText(place, declaration, 'category'),
    ...(searchGroup !== undefined && { searchGroup: readText(place, declaration, 'searchGroup') }),
  };
}

function addAspects(
  entities: Map<string, EntitySpec>,
  addition: DeclaredEntityType,
  aspects: ReadonlyMap<string, AspectSpec>,
): void {
  const { name, place } = addition;
  const entity = entities.get(name);
  if (entity === undefined) {
    throw registryError(
      place,
      `no file defines the entity type '${name}'`,
      'Add keyAspect to define it here',
    );
  }
  entities.set(name, {
    ...entity,
    aspects: new Map([...entity.aspects, ...namedAspects(addition, aspects)]),
  });
}

function namedAspects(
  { place, declaration }: DeclaredEntityType,
  aspects: ReadonlyMap<string, AspectSpec>,
): [string, AspectSpec][] {
  const at = inside(place, 'aspects');
  return readTexts(place, declaration, 'aspects').map((name) => [name, findAspect(aspects, at, name)]);
}

function findAspect(aspects: ReadonlyMap<string, AspectSpec>, place: Place, name: string): AspectSpec {
  const aspect = aspects.get(name);
  if (aspect === undefined) {
    throw registryError(
      place,
      `unknown aspect '${name}'`,
      `Add a file that starts with {"aspect": "${name}"`,
    );
  }
  return aspect;
}
