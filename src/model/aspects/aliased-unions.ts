import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { AspectSpec, FieldType, RecordSpec } from '../entity-registry.ts';
import { convertMembers, convertParts } from './convert-parts.ts';

/** Additional member of the Avro form of an aliased union: names the member in use. */
const DISCRIMINATOR = 'fieldDiscriminator';

/** Aspects that earlier versions stored in the Avro form: all that had an aliased union. */
const STORED_IN_AVRO_FORM: ReadonlySet<string> = new Set(['cost']);

/** The discriminator in JSON text with a comma beside it. Inside a string its quotation marks would be escaped. */
const WRITTEN_DISCRIMINATOR = new RegExp(`,"${DISCRIMINATOR}":"[^"]*"|"${DISCRIMINATOR}":"[^"]*",?`, 'g');

const aliasedAspects = new WeakMap<AspectSpec, boolean>();

/**
 * The value with its aliased unions in wire form: `{"costCode": "x"}` for
 * `{"costId": null, "costCode": "x", "fieldDiscriminator": "costCode"}`. The same object if the schema has none.
 */
export function inWireForm(spec: AspectSpec, value: JsonObject): JsonObject {
  let isAliased = aliasedAspects.get(spec);
  if (isAliased === undefined) {
    isAliased = hasAliasedUnion({ kind: 'record', record: spec.record }, new Set());
    aliasedAspects.set(spec, isAliased);
  }
  return isAliased ? ofRecord(spec.record, value) : value;
}

/** The stored text of an aspect with its aliased unions in wire form. */
export function storedInWireForm(aspectName: string, text: string): string {
  return STORED_IN_AVRO_FORM.has(aspectName) ? text.replace(WRITTEN_DISCRIMINATOR, '') : text;
}

function hasAliasedUnion(type: FieldType, entered: Set<RecordSpec>): boolean {
  switch (type.kind) {
    case 'record':
      if (entered.has(type.record)) return false;
      entered.add(type.record);
      return [...type.record.fields.values()].some((field) => hasAliasedUnion(field.type, entered));
    case 'array':
      return hasAliasedUnion(type.items, entered);
    case 'map':
      return hasAliasedUnion(type.values, entered);
    case 'union':
      return type.isAliased === true || type.members.some((member) => hasAliasedUnion(member.type, entered));
    default:
      return false;
  }
}

function ofRecord({ fields }: RecordSpec, value: JsonObject): JsonObject {
  return convertMembers(value, (name) => fields.get(name)?.type, ofType);
}

function ofType(value: JsonValue, type: FieldType): JsonValue {
  if (type.kind === 'record') return isJsonObject(value) ? ofRecord(type.record, value) : value;
  const isAliased = type.kind === 'union' && type.isAliased === true;
  return convertParts(isAliased && isJsonObject(value) ? memberInUse(value) : value, type, ofType);
}

/** The value with only the member in use. A value with a second member stays unchanged and does not fit the schema. */
function memberInUse(value: JsonObject): JsonObject {
  const { [DISCRIMINATOR]: alias, ...members } = value;
  const given = Object.entries(members).filter(([, member]) => member !== null);
  return given.length === 1 && given[0]?.[0] === alias ? Object.fromEntries(given) : value;
}
