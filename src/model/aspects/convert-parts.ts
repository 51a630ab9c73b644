import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { FieldType } from '../entity-registry.ts';

/** Converts a part of a value; `step` is its name or index. */
export type ConvertPart = (part: JsonValue, type: FieldType, step: string | number) => JsonValue;

/**
 * Converts the parts of a list, a map or a union by their types. Records, and values that do not fit their type, stay
 * unchanged. Returns the same object if no part changes, as in most long values.
 */
export function convertParts(value: JsonValue, type: FieldType, convert: ConvertPart): JsonValue {
  switch (type.kind) {
    case 'array':
      return Array.isArray(value) ? convertItems(value, type.items, convert) : value;
    case 'map':
      return isJsonObject(value) ? convertMembers(value, () => type.values, convert) : value;
    case 'union':
      return isJsonObject(value)
        ? convertMembers(value, (key) => type.members.find((member) => member.key === key)?.type, convert)
        : value;
    default:
      return value;
  }
}

function convertItems(items: readonly JsonValue[], type: FieldType, convert: ConvertPart): JsonValue {
  let converted: JsonValue[] | undefined;
  for (const [i, item] of items.entries()) {
    const part = convert(item, type, i);
    if (part === item) continue;
    converted ??= [...items];
    converted[i] = part;
  }
  return converted ?? items;
}

/** Converts the members of an object that have a type. Returns the same object if none changes. */
export function convertMembers(
  value: JsonObject,
  typeOf: (name: string) => FieldType | undefined,
  convert: ConvertPart,
): JsonObject {
  let converted: Record<string, JsonValue | undefined> | undefined;
  for (const name in value) {
    const member = value[name];
    const type = member === undefined ? undefined : typeOf(name);
    if (member === undefined || type === undefined) continue;
    const part = convert(member, type, name);
    if (part === member) continue;
    converted ??= { ...value };
    converted[name] = part;
  }
  return converted ?? value;
}
