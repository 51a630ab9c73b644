import type { JsonObject, JsonValue } from '../../util/json.ts';

/** Elements of a list that are indexed in one step. */
const PER_PART = 4_096;

/**
 * A value in parts whose own lists have a limited number of elements; the first one has all other members. Values without long
 * lists are one part.
 */
export function valueParts(value: JsonObject): Iterable<JsonObject> {
  const long = Object.entries(value).filter(
    (entry): entry is [string, readonly JsonValue[]] => Array.isArray(entry[1]) && entry[1].length > PER_PART,
  );
  return long.length === 0 ? [value] : partsOf(value, long);
}

function* partsOf(
  value: JsonObject,
  long: readonly (readonly [string, readonly JsonValue[]])[],
): Generator<JsonObject> {
  yield { ...value, ...Object.fromEntries(long.map(([name, list]) => [name, list.slice(0, PER_PART)])) };
  for (const [name, list] of long) {
    for (let start = PER_PART; start < list.length; start += PER_PART)
      yield { [name]: list.slice(start, start + PER_PART) };
  }
}
