import { fingerprint } from '../../util/fingerprint.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { relationshipFields, searchableFields, searchableIds } from './aspect-annotations.ts';
import type { AspectSpec, EntityRegistry, RegistryFile } from '../entity-registry.ts';
import {
  declareEntityType,
  entitySpecs,
  keyAspects,
  type DeclaredEntityType,
} from './registry-entity-types.ts';
import { inside, readNumber, readObject, readText, registryError, type Place } from './registry-file.ts';
import { TypeTable } from './registry-types.ts';

const FILE_MEMBERS = new Set(['aspect', 'class', 'kind', 'schemaVersion', 'fields', 'types', 'entityTypes']);

interface DeclaredAspect {
  readonly place: Place;
  readonly declaration: JsonObject;
  readonly className: string;
}

/**
 * Builds the entity registry from its files, in any order. Throws INVALID_REQUEST, with file, path in the file and
 * remedy, if a file is malformed, refers to something that no file defines, or contradicts another file.
 */
export function loadRegistry(files: readonly RegistryFile[]): EntityRegistry {
  const types = new TypeTable();
  const declaredAspects = new Map<string, DeclaredAspect>();
  const declaredEntityTypes: DeclaredEntityType[] = [];
  for (const file of files) {
    const place = { file: file.path };
    const content = readObject(place, file.content, FILE_MEMBERS);
    declareTypes(types, place, content);
    if (content['aspect'] !== undefined) declareAspect(types, declaredAspects, place, content);
    for (const [name, declaration] of members(place, content, 'entityTypes')) {
      const at = inside(inside(place, 'entityTypes'), name);
      declaredEntityTypes.push(declareEntityType(name, at, declaration));
    }
  }
  const keyOf = keyAspects(declaredEntityTypes);
  const aspects = new Map<string, AspectSpec>();
  for (const [name, declared] of declaredAspects) aspects.set(name, aspectSpec(name, declared, types, keyOf));
  types.annotate();
  const complete = new Map([...aspects].map(([name, aspect]) => [name, withAnnotations(aspect)]));
  const entities = entitySpecs(declaredEntityTypes, complete);
  const byLowerCase = new Map([...entities.values()].map((entity) => [entity.name.toLowerCase(), entity]));
  return {
    entities,
    aspects: complete,
    fingerprint: fingerprintOf(files),
    findEntity: (name) => entities.get(name) ?? byLowerCase.get(name.toLowerCase()),
  };
}

function declareTypes(types: TypeTable, place: Place, content: JsonObject): void {
  for (const [name, declaration] of members(place, content, 'types')) {
    types.declare(name, inside(inside(place, 'types'), name), declaration);
  }
}

function declareAspect(
  types: TypeTable,
  aspects: Map<string, DeclaredAspect>,
  place: Place,
  content: JsonObject,
): void {
  const name = readText(place, content, 'aspect');
  const className = readText(place, content, 'class');
  const known = aspects.get(name);
  if (known !== undefined && JSON.stringify(known.declaration) !== JSON.stringify(content)) {
    const problem = `aspect '${name}' differs from its definition in ${known.place.file}`;
    throw registryError(place, problem, 'Give one of the two another name');
  }
  types.declare(className, place, { fields: content['fields'] ?? {} });
  aspects.set(name, { place, declaration: content, className });
}

function aspectSpec(
  name: string,
  { place, declaration, className }: DeclaredAspect,
  types: TypeTable,
  keyOf: ReadonlyMap<string, string>,
): AspectSpec {
  const kind = declaration['kind'] ?? 'versioned';
  if (kind !== 'versioned' && kind !== 'timeseries') {
    throw registryError(inside(place, 'kind'), 'unknown kind of aspect', "Use 'versioned' or 'timeseries'");
  }
  const keyEntityType = keyOf.get(name);
  return {
    name,
    kind,
    className,
    schemaVersion: readNumber(place, declaration, 'schemaVersion', 1),
    record: types.record(className, place),
    ...(keyEntityType !== undefined && { keyOf: keyEntityType }),
    searchable: [],
    relationships: [],
  };
}

function withAnnotations(aspect: AspectSpec): AspectSpec {
  return {
    ...aspect,
    searchable: [
      ...searchableFields(aspect.record),
      ...(aspect.keyOf === undefined ? [] : searchableIds(aspect.record)),
    ],
    relationships: relationshipFields(aspect.record),
  };
}

function members(place: Place, content: JsonObject, member: string): [string, JsonValue | undefined][] {
  const value = content[member];
  return value === undefined ? [] : Object.entries(readObject(inside(place, member), value));
}

/** Independent of the paths and the order of the files. */
function fingerprintOf(files: readonly RegistryFile[]): string {
  const contents = files.map(({ content }) => fingerprint(JSON.stringify(content)));
  return fingerprint(contents.sort().join());
}
