import type { AspectSpec, FieldType, RecordSpec } from '../../src/model/entity-registry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';

/** How a valid value is made hostile. */
export type Form = (typeof FORMS)[number];

export const FORMS = ['long lists', 'wide products', 'long texts', 'deep paths'] as const;

/** Letters of several scripts and cases, which are split into words in many ways. */
const MIXED = 'ςa Σß-é東京🙂İI_ǆ';
/** Steps of several kinds of paths: of folders, of fields, and of types. */
const STEPS = '/a.b[type=c].';

/**
 * Makes a valid value of an aspect of about this many bytes, in one of the forms, from a sample with all fields: all its lists
 * are long; the lists within one element are long; all its texts are long; or they are deep paths.
 */
export function hostileValue(spec: AspectSpec, sample: JsonObject, form: Form, bytes: number): JsonObject {
  return inRecord(spec.record, sample, new Growth(form, bytes));
}

/** Whether the form changes values of the aspect. */
export function hasForm({ record }: AspectSpec, form: Form): boolean {
  const entered = new Set<RecordSpec>();
  switch (form) {
    case 'long lists':
      return holds({ kind: 'record', record }, isList, entered);
    case 'wide products':
      return holds(
        { kind: 'record', record },
        (type) => isList(type) && holds(itemOf(type), isList, new Set()),
        entered,
      );
    default:
      return holds({ kind: 'record', record }, (type) => type.kind === 'string', entered);
  }
}

class Growth {
  readonly form: Form;
  readonly bytes: number;

  constructor(form: Form, bytes: number) {
    this.form = form;
    this.bytes = bytes;
  }

  /** The share of one of `count` places. */
  shared(count: number): Growth {
    return new Growth(this.form, this.bytes / Math.max(1, count));
  }

  /** Whether values of the type can grow. */
  concerns(type: FieldType): boolean {
    const grows = this.form === 'long texts' || this.form === 'deep paths' ? isText : isList;
    return holds(type, grows, new Set());
  }

  text(): string {
    const unit = this.form === 'long texts' ? MIXED : STEPS;
    return unit.repeat(Math.max(1, Math.floor(this.bytes / Buffer.byteLength(unit))));
  }
}

function inRecord({ fields }: RecordSpec, value: JsonObject, growth: Growth): JsonObject {
  const growing = [...fields.values()].filter(
    ({ isUrn, name, type }) => value[name] !== undefined && growth.concerns(type) && !(isUrn && isText(type)),
  );
  const share = growth.shared(growing.length);
  const grown = growing.map(({ isUrn, name, type }) => [name, grow(type, value[name] ?? null, isUrn, share)]);
  return { ...value, ...(Object.fromEntries(grown) as JsonObject) };
}

function grow(type: FieldType, value: JsonValue, isUrn: boolean, growth: Growth): JsonValue {
  switch (type.kind) {
    case 'string':
      return isUrn ? value : growth.text();
    case 'record':
      return isJsonObject(value) ? inRecord(type.record, value, growth) : value;
    case 'union': {
      if (!isJsonObject(value)) return value;
      const member = type.members.find(({ key }) => value[key] !== undefined);
      return member === undefined
        ? value
        : { [member.key]: grow(member.type, value[member.key] ?? null, isUrn, growth) };
    }
    case 'array': {
      const [item]: readonly JsonValue[] = Array.isArray(value) ? value : [];
      return item === undefined ? value : growList(type.items, item, isUrn, growth);
    }
    case 'map': {
      const [entry] = isJsonObject(value) ? Object.entries(value) : [];
      return entry?.[1] === undefined ? value : growMap(type.values, entry[0], entry[1], growth);
    }
    default:
      return value;
  }
}

function growList(type: FieldType, item: JsonValue, isUrn: boolean, growth: Growth): JsonValue {
  if (growth.form === 'wide products' && holds(type, isList, new Set()))
    return [grow(type, item, isUrn, growth)];
  if (!isLong(growth)) return [grow(type, item, isUrn, growth)];
  return JSON.parse(`[${copies(JSON.stringify(item), growth.bytes).join(',')}]`) as JsonValue;
}

function growMap(type: FieldType, key: string, member: JsonValue, growth: Growth): JsonValue {
  if (!isLong(growth)) return { [key]: grow(type, member, false, growth) };
  const text = `${JSON.stringify(`${key}sample`)}:${JSON.stringify(member)}`;
  return JSON.parse(`{${copies(text, growth.bytes).join(',')}}`) as JsonValue;
}

function isLong({ form }: Growth): boolean {
  return form === 'long lists' || form === 'wide products';
}

/** Copies of a JSON text that differ in their names. */
function copies(text: string, bytes: number): readonly string[] {
  const count = Math.max(2, Math.floor(bytes / (text.length + 8)));
  return Array.from({ length: count }, (_, i) =>
    text
      .replaceAll('sample', `sample${i}`)
      .replaceAll(/"(text|id|prompt)"(?=[,}\]])/g, `"$1${i}"`)
      .replaceAll(',id)', `,id${i})`)
      .replaceAll('corpuser:datahub', `corpuser:u${i}`),
  );
}

function isText(type: FieldType): boolean {
  return type.kind === 'string';
}

function isList(type: FieldType): boolean {
  return type.kind === 'array' || type.kind === 'map';
}

function itemOf(type: FieldType): FieldType {
  if (type.kind === 'array') return type.items;
  return type.kind === 'map' ? type.values : type;
}

/** Whether values of the type are, or contain, values of a type that fits. */
function holds(type: FieldType, fits: (type: FieldType) => boolean, entered: Set<RecordSpec>): boolean {
  if (fits(type)) return true;
  switch (type.kind) {
    case 'array':
    case 'map':
      return holds(itemOf(type), fits, entered);
    case 'record':
      if (entered.has(type.record)) return false;
      entered.add(type.record);
      return [...type.record.fields.values()].some((field) => holds(field.type, fits, entered));
    case 'union':
      return type.members.some((member) => holds(member.type, fits, entered));
    default:
      return false;
  }
}
