import type { FieldSpec, FieldType, RecordSpec } from '../model/entity-registry.ts';
import { isJsonObject, type JsonValue } from '../util/json.ts';

/** A text in a value to which a rule of its field applies. */
export interface RuledText<Rule> {
  /** Path of members from the value to the text, each after a slash. */
  readonly path: string;
  readonly text: string;
  readonly rule: Rule;
}

/** A field with a rule, or with records that have one. */
interface RuledField<Rule> {
  readonly field: FieldSpec;
  readonly rule: Rule | undefined;
}

/** Returns the texts of a value whose own or enclosing field has a rule; of a map with a rule, its keys. */
export function textsWithRule<Rule>(
  ruleOf: (field: FieldSpec) => Rule | undefined,
): (record: RecordSpec, value: JsonValue) => readonly RuledText<Rule>[] {
  // Cached: most fields, and all of most aspects, have no such text and need not be walked.
  const known = new WeakMap<RecordSpec, readonly RuledField<Rule>[]>();
  const ruledFields = (record: RecordSpec): readonly RuledField<Rule>[] => {
    const answer = known.get(record);
    if (answer !== undefined) return answer;
    const found = [...record.fields.values()].flatMap((field): readonly RuledField<Rule>[] => {
      const rule = ruleOf(field);
      const isWalked = rule !== undefined || recordsIn(field.type).some((inner) => search(inner, new Set()));
      return isWalked ? [{ field, rule }] : [];
    });
    known.set(record, found);
    return found;
  };
  const search = (record: RecordSpec, visited: Set<RecordSpec>): boolean => {
    if (visited.has(record)) return false;
    visited.add(record);
    return [...record.fields.values()].some(
      (field) => ruleOf(field) !== undefined || recordsIn(field.type).some((inner) => search(inner, visited)),
    );
  };
  const inRecord = (record: RecordSpec, value: JsonValue, path: string, found: RuledText<Rule>[]): void => {
    if (!isJsonObject(value)) return;
    for (const { field, rule } of ruledFields(record)) {
      const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      if (member !== undefined) collect(field.type, member, `${path}/${field.name}`, rule, found);
    }
  };
  const collect = (
    type: FieldType,
    value: JsonValue,
    path: string,
    rule: Rule | undefined,
    found: RuledText<Rule>[],
  ): void => {
    switch (type.kind) {
      case 'array':
        if (Array.isArray(value))
          value.forEach((item: JsonValue, i) => collect(type.items, item, `${path}/${i}`, rule, found));
        break;
      case 'map':
        if (!isJsonObject(value)) break;
        for (const [key, member] of Object.entries(value)) {
          if (rule !== undefined) found.push({ path: `${path}/${key}`, text: key, rule });
          else if (member !== undefined) collect(type.values, member, `${path}/${key}`, rule, found);
        }
        break;
      case 'record':
        inRecord(type.record, value, path, found);
        break;
      case 'union':
        for (const { key, type: memberType } of type.members) {
          const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
          if (member !== undefined) collect(memberType, member, `${path}/${key}`, rule, found);
        }
        break;
      case 'string':
        if (rule !== undefined && typeof value === 'string') found.push({ path, text: value, rule });
        break;
      default:
    }
  };
  return (record, value) => {
    const found: RuledText<Rule>[] = [];
    inRecord(record, value, '', found);
    return found;
  };
}

function recordsIn(type: FieldType): readonly RecordSpec[] {
  switch (type.kind) {
    case 'array':
      return recordsIn(type.items);
    case 'map':
      return recordsIn(type.values);
    case 'record':
      return [type.record];
    case 'union':
      return type.members.flatMap((member) => recordsIn(member.type));
    default:
      return [];
  }
}
