import type { JsonObject, JsonValue } from '../../util/json.ts';

/** Elements of a list indexed in one step. */
const PER_PART = 4_096;

/**
 * Splits a value with long lists into parts whose own lists have a limited number of elements; the first part has all other
 * members. Undefined for a value without long lists.
 */
export function partsOfLong(value: JsonObject): Iterable<JsonObject> | undefined {
  for (const name in value) if (isLong(value[name])) return partsOf(value);
  return undefined;
}

function* partsOf(value: JsonObject): Generator<JsonObject> {
  const long = Object.entries(value).flatMap(([name, list]) => (isLong(list) ? [[name, list] as const] : []));
  yield { ...value, ...Object.fromEntries(long.map(([name, list]) => [name, list.slice(0, PER_PART)])) };
  for (const [name, list] of long) {
    for (let start = PER_PART; start < list.length; start += PER_PART)
      yield { [name]: list.slice(start, start + PER_PART) };
  }
}

function isLong(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > PER_PART;
}
