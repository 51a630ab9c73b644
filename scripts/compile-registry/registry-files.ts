import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';
import type { NamedType } from './avro.ts';

/** Value of schemas without a category. */
const UNSET = '_unset_';

/** All files of the registry, by path below the registry folder. */
export function registryFiles(types: ReadonlyMap<string, NamedType>): Map<string, JsonObject> {
  const files = new Map<string, JsonObject>();
  const aspects = [...types.values()].filter((type) => type.aspect !== undefined);
  const others = [...types.values()].filter((type) => type.aspect === undefined);
  files.set('entity-types.json', { entityTypes: entityTypes(aspects) });
  for (const [namespace, shared] of sharedTypes(others))
    files.set(`types/${namespace}.json`, { types: shared });
  for (const type of aspects) {
    const name = type.aspect?.['name'];
    if (typeof name !== 'string') throw new Error(`${type.name}: the annotation of the aspect has no name`);
    files.set(`aspects/${name}.json`, aspectFile(type, name, others));
  }
  return files;
}

function entityTypes(aspects: readonly NamedType[]): JsonObject {
  const entries: [string, JsonObject][] = [];
  for (const { aspect } of aspects) {
    const entityType = aspect?.['keyForEntity'];
    if (aspect === undefined || typeof entityType !== 'string') continue;
    const category = aspect['entityCategory'];
    entries.push([
      entityType,
      {
        keyAspect: aspect['name'],
        ...(category !== UNSET && { category }),
        aspects: aspect['entityAspects'] ?? [],
      },
    ]);
  }
  return byName(entries);
}

/** Types that more than one schema file uses, grouped by namespace without its common prefix. */
function sharedTypes(types: readonly NamedType[]): Map<string, JsonObject> {
  const groups = new Map<string, [string, JsonObject][]>();
  for (const { name, declaration, usedBy } of types) {
    if (usedBy.size < 2) continue;
    const namespace = name.replace('com.linkedin.', '').replace(/\.[^.]+$/, '');
    const group = groups.get(namespace) ?? [];
    group.push([name, declaration]);
    groups.set(namespace, group);
  }
  return new Map([...groups].map(([namespace, entries]) => [namespace, byName(entries)]));
}

/** The aspect with the types that only it uses. */
function aspectFile(type: NamedType, name: string, others: readonly NamedType[]): JsonObject {
  // Types that other aspects embed too are used by several files, and so are shared.
  const privateTypes = others.filter(
    ({ usedBy }) => usedBy.size === 1 && type.usedBy.size === 1 && usedBy.isSubsetOf(type.usedBy),
  );
  const version = type.aspect?.['schemaVersion'];
  return {
    aspect: name,
    class: type.name,
    ...(type.aspect?.['type'] === 'timeseries' && { kind: 'timeseries' }),
    ...(typeof version === 'number' && version !== 1 && { schemaVersion: version }),
    fields: fieldsOf(type),
    ...(privateTypes.length > 0 && {
      types: byName(privateTypes.map(({ name: typeName, declaration }) => [typeName, declaration])),
    }),
  };
}

function fieldsOf(type: NamedType): JsonObject {
  const fields: JsonValue | undefined = type.declaration['fields'];
  return isJsonObject(fields) ? fields : {};
}

/** Sorts by name, so that the output does not depend on the order in which schemas were read. */
function byName(entries: [string, JsonObject][]): JsonObject {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
