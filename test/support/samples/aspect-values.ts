import fc from 'fast-check';
import type { AspectSpec, FieldSpec, FieldType, RecordSpec } from '../../../src/model/entity-registry.ts';
import type { JsonObject, JsonValue } from '../../../src/util/json.ts';

const URN = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)';

/** Members of records with rules that their types do not express. */
const RULED: Readonly<Record<string, JsonObject>> = {
  'com.linkedin.policy.PolicyMatchCriterion': { field: 'URN', values: ['urn:li:tag:sample'] },
};

/** A valid value of an aspect, with all fields or only the required ones. */
export function sampleAspect(spec: AspectSpec, fields: 'all' | 'required'): JsonObject {
  return sampleRecord(spec.record, fields, new Set());
}

/** Whether the field is neither optional nor has a default. */
export function isRequiredField(field: FieldSpec): boolean {
  return !field.optional && field.default === undefined;
}

function sampleRecord(
  record: RecordSpec,
  which: 'all' | 'required',
  entered: ReadonlySet<RecordSpec>,
): JsonObject {
  const inside = new Set([...entered, record]);
  const members: [string, JsonValue][] = [];
  for (const field of record.fields.values()) {
    if (!isRequiredField(field) && (which === 'required' || reaches(field.type, inside))) continue;
    members.push([field.name, sample(field.type, field.isUrn, which, inside)]);
  }
  return { ...Object.fromEntries(members), ...RULED[record.name] };
}

function sample(
  type: FieldType,
  isUrn: boolean,
  which: 'all' | 'required',
  entered: ReadonlySet<RecordSpec>,
): JsonValue {
  switch (type.kind) {
    case 'string':
      return isUrn ? URN : 'text';
    case 'bytes':
      return '\u00ff';
    case 'boolean':
      return true;
    case 'int':
    case 'long':
    case 'float':
    case 'double':
      return 30;
    case 'enum':
      return [...type.symbols][0] ?? '';
    case 'array':
      return reaches(type.items, entered) ? [] : [sample(type.items, isUrn, which, entered)];
    case 'map':
      return { [isUrn ? URN : 'key']: sample(type.values, false, which, entered) };
    case 'record':
      return sampleRecord(type.record, which, entered);
    case 'union': {
      const member = type.members.find((candidate) => !reaches(candidate.type, entered)) ?? type.members[0];
      return member === undefined ? null : { [member.key]: sample(member.type, isUrn, which, entered) };
    }
  }
}

/** Whether a value of the type would contain one of the records again. */
function reaches(type: FieldType, entered: ReadonlySet<RecordSpec>): boolean {
  switch (type.kind) {
    case 'record':
      return entered.has(type.record);
    case 'array':
      return reaches(type.items, entered);
    case 'map':
      return reaches(type.values, entered);
    default:
      return false;
  }
}

/** Valid values of an aspect; optional fields may be absent or null. */
export function arbitraryAspect(spec: AspectSpec): fc.Arbitrary<JsonObject> {
  return arbitraryRecord(spec.record, 0);
}

const MAX_DEPTH = 6;

function arbitraryRecord(record: RecordSpec, depth: number): fc.Arbitrary<JsonObject> {
  const required: Record<string, fc.Arbitrary<JsonValue>> = {};
  const optional: Record<string, fc.Arbitrary<JsonValue>> = {};
  for (const field of record.fields.values()) {
    if (isRequiredField(field)) required[field.name] = arbitraryValue(field.type, field.isUrn, depth + 1);
    else if (depth < MAX_DEPTH) {
      const value = arbitraryValue(field.type, field.isUrn, depth + 1);
      optional[field.name] = field.optional ? fc.option(value, { nil: null }) : value;
    }
  }
  return fc
    .tuple(fc.record(required), fc.record(optional, { requiredKeys: [] }))
    .map(([always, sometimes]) => ({ ...sometimes, ...always }));
}

function arbitraryValue(type: FieldType, isUrn: boolean, depth: number): fc.Arbitrary<JsonValue> {
  switch (type.kind) {
    case 'string':
      return isUrn ? fc.constantFrom(URN, 'urn:li:corpuser:unknown') : fc.string({ unit: 'binary' });
    case 'bytes':
      return fc.string({ unit: fc.constantFrom('a', '\u0000', '\u00ff') });
    case 'boolean':
      return fc.boolean();
    case 'int':
      return fc.integer();
    case 'long':
      return fc.maxSafeInteger();
    case 'float':
      return fc.float({ noNaN: true, noDefaultInfinity: true });
    case 'double':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'enum':
      return fc.constantFrom(...type.symbols);
    case 'array':
      return fc.array(arbitraryValue(type.items, isUrn, depth), { maxLength: depth < MAX_DEPTH ? 3 : 0 });
    case 'map':
      return fc.dictionary(fc.string(), arbitraryValue(type.values, false, depth), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'record':
      return arbitraryRecord(type.record, depth);
    case 'union':
      return fc.oneof(
        ...type.members.map((member) =>
          arbitraryValue(member.type, isUrn, depth).map((value) => ({ [member.key]: value })),
        ),
      );
  }
}
