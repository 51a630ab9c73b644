import type { AspectSpec, FieldType, RecordSpec, UnionMember } from '../../../model/entity-registry.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';

/** Member with the simple class name of an object, in the older API. */
export const TYPE_MEMBER = '__type';

/** Simple name of a class. */
export function simpleName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

/** The aspect in the form of the older API: objects of a class are `{__type, ...}`. */
export function typedAspect({ className, record }: AspectSpec, value: JsonObject): JsonObject {
  return { [TYPE_MEMBER]: simpleName(className), ...withMembers(value, record, typed) };
}

/** The aspect in the form of its schema, from that of the older API. Parts without `__type` stay as they are. */
export function untypedAspect({ record }: AspectSpec, value: JsonObject): JsonObject {
  return withMembers(withoutType(value), record, untyped);
}

type Convert = (value: JsonValue, type: FieldType) => JsonValue;

function typed(value: JsonValue, type: FieldType): JsonValue {
  const [key, inner] = type.kind === 'union' && isJsonObject(value) ? (Object.entries(value)[0] ?? []) : [];
  if (type.kind !== 'union' || key === undefined || inner === undefined) return inside(value, type, typed);
  const member = type.members.find((one) => one.key === key);
  const content = member === undefined ? inner : typed(inner, member.type);
  return isJsonObject(content) ? { [TYPE_MEMBER]: simpleName(key), ...content } : value;
}

function untyped(value: JsonValue, type: FieldType): JsonValue {
  const known = isJsonObject(value) ? value[TYPE_MEMBER] : undefined;
  if (type.kind !== 'union' || typeof known !== 'string' || !isJsonObject(value)) {
    return inside(isJsonObject(value) ? withoutType(value) : value, type, untyped);
  }
  const member = type.members.find(({ key }) => key === known || simpleName(key) === known);
  return member === undefined ? value : { [member.key]: untyped(withoutType(value), member.type) };
}

/** Converts what is inside a value of this type. */
function inside(value: JsonValue, type: FieldType, convert: Convert): JsonValue {
  switch (type.kind) {
    case 'record':
      return isJsonObject(value) ? withMembers(value, type.record, convert) : value;
    case 'array':
      return Array.isArray(value) ? value.map((item: JsonValue) => convert(item, type.items)) : value;
    case 'map':
      return mapped(value, () => type.values, convert);
    case 'union':
      return mapped(value, (key) => memberOf(type.members, key)?.type, convert);
    default:
      return value;
  }
}

function memberOf(members: readonly UnionMember[], key: string): UnionMember | undefined {
  return members.find((member) => member.key === key);
}

function withMembers(value: JsonObject, { fields }: RecordSpec, convert: Convert): JsonObject {
  return Object.fromEntries(entries(value, (key) => fields.get(key)?.type, convert));
}

function mapped(
  value: JsonValue,
  typeOf: (key: string) => FieldType | undefined,
  convert: Convert,
): JsonValue {
  return isJsonObject(value) ? Object.fromEntries(entries(value, typeOf, convert)) : value;
}

function entries(
  value: JsonObject,
  typeOf: (key: string) => FieldType | undefined,
  convert: Convert,
): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === undefined) return [];
    const type = typeOf(key);
    return [[key, type === undefined ? member : convert(member, type)] as const];
  });
}

function withoutType(value: JsonObject): JsonObject {
  const { [TYPE_MEMBER]: _, ...rest } = value;
  return rest;
}
