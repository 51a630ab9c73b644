import { isJsonObject, type JsonValue } from '../json.ts';

/** JSON with sorted object members: equal values have equal texts. */
export function stableJson(value: JsonValue): string {
  return JSON.stringify(value, (_member, item: unknown) => (isJsonObject(item) ? inOrder(item) : item));
}

function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
