import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

/** The value if it is a string, else undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value if it is a non-empty string, else undefined. */
export function words(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value if it is a number, else undefined. */
export function numeric(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The strings of an array; empty if the value is no array. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The value if it is a JSON object, else undefined. */
export function object(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The member at a path of names; undefined where one is missing. */
export function memberAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let current = value;
  for (const name of path) current = isJsonObject(current) ? current[name] : undefined;
  return current;
}

/** The JSON objects of an array; empty if the value is no array. */
export function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A string map as a list of key-value pairs, because GraphQL has no maps. */
export function entries(
  value: unknown,
): readonly { readonly key: string; readonly value: string | undefined }[] {
  return Object.entries(object(value) ?? {}).map(([key, member]) => ({ key, value: text(member) }));
}
