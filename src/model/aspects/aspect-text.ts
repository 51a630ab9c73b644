import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { AspectSpec, FieldType, RecordSpec, UnionMember } from '../entity-registry.ts';

/** Writes one value of a known type as JSON text. */
type Write = (value: JsonValue) => string;

/**
 * JSON text of a valid aspect, as it is stored and returned to clients: members in the order sent, nulls of optional
 * fields dropped, floats and doubles with a decimal point or an exponent, no defaults added. Parsing the text gives
 * an equal value. The value must have passed `validateAspect`.
 */
export function canonicalAspect(spec: AspectSpec, value: JsonObject): string {
  return recordWriter(spec.record)(value);
}

const recordWriters = new WeakMap<RecordSpec, Write>();
const plain: Write = (value) => JSON.stringify(value);

function recordWriter(record: RecordSpec): Write {
  const known = recordWriters.get(record);
  if (known !== undefined) return known;
  const fields = new Map<string, { readonly start: string; readonly write: Write }>();
  const byField: Write = (value) => {
    if (!isJsonObject(value)) return plain(value);
    let text = '';
    for (const name in value) {
      const member = value[name];
      const field = fields.get(name);
      // Validation accepts null in optional fields only, so null means absent.
      if (member === null || member === undefined || field === undefined) continue;
      text += `${text === '' ? '{' : ','}${field.start}${field.write(member)}`;
    }
    return text === '' ? '{}' : `${text}}`;
  };
  const write = holdsDecimals(record, new Set()) ? byField : unlessNull(byField);
  // Registered before its fields are compiled, because records may be recursive.
  recordWriters.set(record, write);
  for (const { name, type } of record.fields.values()) {
    fields.set(name, { start: `${JSON.stringify(name)}:`, write: writer(type) });
  }
  return write;
}

/**
 * In a record without decimals the text differs from plain JSON only if a member is null, which is rare, although
 * many members are nullable.
 */
function unlessNull(byField: Write): Write {
  return (value) => {
    const text = plain(value);
    return text.includes(':null') ? byField(value) : text;
  };
}

function holdsDecimals(record: RecordSpec, entered: Set<RecordSpec>): boolean {
  if (entered.has(record)) return false;
  entered.add(record);
  return [...record.fields.values()].some(({ type }) => isDecimal(type, entered));
}

function isDecimal(type: FieldType, entered: Set<RecordSpec>): boolean {
  switch (type.kind) {
    case 'record':
      return holdsDecimals(type.record, entered);
    case 'array':
      return isDecimal(type.items, entered);
    case 'map':
      return isDecimal(type.values, entered);
    case 'union':
      return type.members.some((member) => isDecimal(member.type, entered));
    default:
      return type.kind === 'float' || type.kind === 'double';
  }
}

function writer(type: FieldType): Write {
  switch (type.kind) {
    case 'record':
      return recordWriter(type.record);
    case 'array':
      return arrayWriter(writer(type.items));
    case 'map':
      return mapWriter(writer(type.values));
    case 'union':
      return unionWriter(type.members);
    case 'float':
    case 'double':
      return writeDecimal;
    default:
      return plain;
  }
}

function arrayWriter(item: Write): Write {
  if (item === plain) return plain;
  return (value) => {
    if (!Array.isArray(value)) return plain(value);
    const items: readonly JsonValue[] = value;
    let text = '';
    for (const element of items) text += `${text === '' ? '[' : ','}${item(element)}`;
    return text === '' ? '[]' : `${text}]`;
  };
}

function mapWriter(entry: Write): Write {
  if (entry === plain) return plain;
  return (value) => {
    if (!isJsonObject(value)) return plain(value);
    let text = '';
    for (const key in value) {
      text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${entry(value[key] ?? null)}`;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

function unionWriter(members: readonly UnionMember[]): Write {
  const writers = new Map(
    members.map(({ key, type }) => [key, { start: `{${JSON.stringify(key)}:`, write: writer(type) }]),
  );
  return (value) => {
    if (!isJsonObject(value)) return plain(value);
    for (const key in value) {
      const member = writers.get(key);
      if (member !== undefined) return `${member.start}${member.write(value[key] ?? null)}}`;
    }
    return plain(value);
  };
}

/** Whole numbers get `.0`, as in Java, so that the stored text shows which numbers are decimals. */
function writeDecimal(value: JsonValue): string {
  if (typeof value !== 'number') return plain(value);
  if (Object.is(value, -0)) return '-0.0';
  const isWritten = !Number.isInteger(value) || Math.abs(value) >= 1e21;
  return isWritten ? plain(value) : `${value}.0`;
}
