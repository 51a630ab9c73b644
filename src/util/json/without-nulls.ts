import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

/** Removes null members, at any depth: clients send null for what they omit, and nothing is stored for it. */
export function withoutNulls(value: JsonObject): JsonObject {
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(present.map(([name, member]) => [name, member && filled(member)]));
}

function filled(value: JsonValue): JsonValue {
  if (isJsonObject(value)) return withoutNulls(value);
  return isList(value) ? value.map(filled) : value;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
