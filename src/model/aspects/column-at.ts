import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/** Shorter lists are searched. */
const LONG_LIST = 64;
const known = new WeakMap<readonly JsonValue[], ReadonlyMap<JsonValue | undefined, JsonObject>>();

/** The first element with a `fieldPath` in a list of columns, such as `fields` of a schema, which must not change. */
export function columnAt(list: JsonValue | undefined, path: string): JsonObject | undefined {
  if (!Array.isArray(list)) return undefined;
  const columns: readonly JsonValue[] = list;
  if (columns.length <= LONG_LIST) {
    return columns.find(
      (column): column is JsonObject => isJsonObject(column) && column['fieldPath'] === path,
    );
  }
  const byPath = known.get(columns) ?? columnsByPath(columns);
  known.set(columns, byPath);
  return byPath.get(path);
}

function columnsByPath(columns: readonly JsonValue[]): ReadonlyMap<JsonValue | undefined, JsonObject> {
  const found = new Map<JsonValue | undefined, JsonObject>();
  for (const column of columns) {
    if (isJsonObject(column) && !found.has(column['fieldPath'])) found.set(column['fieldPath'], column);
  }
  return found;
}
