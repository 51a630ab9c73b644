import { convertMembers, convertParts, type ConvertPart } from '../../../model/aspects/convert-parts.ts';
import type { AspectSpec, FieldType, RecordSpec } from '../../../model/entity-registry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';

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

/** Converts the members or elements of a value of this type. */
function inside(value: JsonValue, type: FieldType, convert: ConvertPart): JsonValue {
  if (type.kind !== 'record') return convertParts(value, type, convert);
  return isJsonObject(value) ? withMembers(value, type.record, convert) : value;
}

function withMembers(value: JsonObject, { fields }: RecordSpec, convert: ConvertPart): JsonObject {
  return convertMembers(value, (name) => fields.get(name)?.type, convert);
}

function withoutType(value: JsonObject): JsonObject {
  const { [TYPE_MEMBER]: _, ...rest } = value;
  return rest;
}
