import { isJsonObject } from '../../util/json.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { FieldType } from '../entity-registry.ts';

/** Converts a part of a value; `step` is its name or index. */
export type ConvertPart = (part: JsonValue, type: FieldType, step: string | number) => JsonValue;

/** Converts the parts of a list, a map or a union by their types. What does not fit its type, and a record, stays. */
export function convertParts(value: JsonValue, type: FieldType, convert: ConvertPart): JsonValue {
  switch (type.kind) {
    case 'array':
      return Array.isArray(value) ? value.map((item: JsonValue, i) => convert(item, type.items, i)) : value;
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

/** Converts the members of an object that have a type. */
export function convertMembers(
  value: JsonObject,
  typeOf: (name: string) => FieldType | undefined,
  convert: ConvertPart,
): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const type = typeOf(name);
      return [name, type === undefined || member === undefined ? member : convert(member, type, name)];
    }),
  );
}
