import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { AspectSpec, FieldType, RecordSpec } from '../entity-registry.ts';
import type { Urn } from '../urn.ts';

/** Result of removing the links to an entity from an aspect. */
export interface LinkRemoval {
  /** Names of the relationships that linked to the entity; empty if there were none. */
  readonly relationships: readonly string[];
  /** Undefined if the remaining value would be invalid; then the aspect must be deleted. */
  readonly value: JsonObject | undefined;
}

const GONE = Symbol('gone');

type Left<T extends JsonValue> = T | typeof GONE;

/**
 * Removes all links to an entity from an aspect: removes list elements, omits optional fields, and removes records and
 * unions for which the link is required.
 */
export function removeLinks(aspect: AspectSpec, value: JsonObject, urn: Urn): LinkRemoval {
  const relationships = new Set<string>();
  let left: Left<JsonObject> = value;
  for (const { name, path } of aspect.relationships) {
    if (left === GONE) break;
    const before: JsonObject = left;
    left = fromRecord(aspect.record, before, path, urn);
    if (left !== before) relationships.add(name);
  }
  return { relationships: [...relationships], value: left === GONE ? undefined : left };
}

/** Returns the same object if the path leads to no such link, so that callers can detect changes. */
function fromRecord(
  record: RecordSpec,
  value: JsonObject,
  [name = '', ...rest]: readonly string[],
  urn: Urn,
): Left<JsonObject> {
  const field = record.fields.get(name);
  const before = value[name];
  if (field === undefined || before === undefined || before === null) return value;
  const after = fromValue(field.type, before, rest, urn);
  if (after === before) return value;
  if (after !== GONE) return { ...value, [name]: after };
  if (!field.optional && field.default === undefined) return GONE;
  const { [name]: _link, ...others } = value;
  return others;
}

function fromValue(type: FieldType, value: JsonValue, path: readonly string[], urn: Urn): Left<JsonValue> {
  if (path.length === 0) return value === urn ? GONE : value;
  if (type.kind === 'array' && Array.isArray(value)) return fromList(type.items, value, path.slice(1), urn);
  if (!isJsonObject(value)) return value;
  if (type.kind === 'record') return fromRecord(type.record, value, path, urn);
  if (type.kind === 'union') return fromUnion(type, value, path, urn);
  return value;
}

function fromList(
  items: FieldType,
  list: readonly JsonValue[],
  path: readonly string[],
  urn: Urn,
): readonly JsonValue[] {
  const left = list.map((item) => fromValue(items, item, path, urn));
  if (left.every((item, i) => item === list[i])) return list;
  return left.filter((item) => item !== GONE);
}

/** Removes a union as a whole if its member is removed. */
function fromUnion(
  { members }: Extract<FieldType, { kind: 'union' }>,
  value: JsonObject,
  [key = '', ...rest]: readonly string[],
  urn: Urn,
): Left<JsonValue> {
  const member = members.find((candidate) => candidate.key === key);
  const before = value[key];
  if (member === undefined || before === undefined || before === null) return value;
  const after = fromValue(member.type, before, rest, urn);
  if (after === before) return value;
  return after === GONE ? GONE : { [key]: after };
}
