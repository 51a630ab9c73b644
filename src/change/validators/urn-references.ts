import type { FieldSpec, FieldType, RecordSpec, UrnValidation } from '../../model/entity-registry.ts';
import { entityTypeOf, isUrn } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonValue } from '../../util/json.ts';
import type { RuleContext, Validator } from '../rules.ts';

/** Urns in fields that the registry marks name entities of the right type that exist. */
export const urnReferences: Validator = {
  name: 'urnReferences',
  aspects: undefined,
  check: ({ aspect, after }, context) => {
    if (after === undefined || !hasReferences(aspect.record)) return [];
    const references: Reference[] = [];
    collectRecord(aspect.record, after, '', references);
    return references.flatMap((reference) => checkReference(reference, context));
  },
};

interface Reference {
  readonly path: string;
  readonly urn: string;
  readonly rule: UrnValidation;
}

function checkReference({ path, urn, rule }: Reference, { state }: RuleContext): readonly string[] {
  if (!isUrn(urn)) return [`Invalid urn!: ${urn}. Path: ${path} Use the form urn:li:<entityType>:<key>.`];
  const { entityTypes } = rule;
  if (entityTypes.length > 0 && !entityTypes.includes(entityTypeOf(urn))) {
    const required = `[${entityTypes.join(', ')}]`;
    return [
      `Invalid entity type urn validation failure (Required: ${required}). Path: ${path} Urn: ${urn}. Name one of the required types.`,
    ];
  }
  if (rule.exist && state.entity(urn) === undefined) {
    return [
      `Urn validation failure. Urn does not exist. Path: ${path} Urn: ${urn}. Create it first, or name one that exists.`,
    ];
  }
  return [];
}

function collectRecord(record: RecordSpec, value: JsonValue, path: string, references: Reference[]): void {
  if (!isJsonObject(value)) return;
  for (const field of record.fields.values()) {
    const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (member !== undefined && leads(field))
      collect(field.type, member, `${path}/${field.name}`, field.urnValidation, references);
  }
}

/** Collects the texts below a value that stand under a rule, of their own field or of the field around them. */
function collect(
  type: FieldType,
  value: JsonValue,
  path: string,
  rule: UrnValidation | undefined,
  references: Reference[],
): void {
  switch (type.kind) {
    case 'array':
      if (Array.isArray(value))
        value.forEach((item: JsonValue, i) => collect(type.items, item, `${path}/${i}`, rule, references));
      break;
    case 'map':
      if (!isJsonObject(value)) break;
      for (const [key, member] of Object.entries(value)) {
        if (rule !== undefined) references.push({ path: `${path}/${key}`, urn: key, rule });
        else if (member !== undefined) collect(type.values, member, `${path}/${key}`, rule, references);
      }
      break;
    case 'record':
      collectRecord(type.record, value, path, references);
      break;
    case 'union':
      for (const { key, type: memberType } of type.members) {
        const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
        if (member !== undefined) collect(memberType, member, `${path}/${key}`, rule, references);
      }
      break;
    case 'string':
      if (rule !== undefined && typeof value === 'string') references.push({ path, urn: value, rule });
      break;
    default:
  }
}

// Nearly all aspects have no such field anywhere, and are not walked.
const known = new WeakMap<RecordSpec, boolean>();

function hasReferences(record: RecordSpec): boolean {
  const answer = known.get(record);
  if (answer !== undefined) return answer;
  const found = search(record, new Set());
  known.set(record, found);
  return found;
}

function search(record: RecordSpec, visited: Set<RecordSpec>): boolean {
  if (visited.has(record)) return false;
  visited.add(record);
  return [...record.fields.values()].some(
    (field) =>
      field.urnValidation !== undefined || recordsIn(field.type).some((inner) => search(inner, visited)),
  );
}

function leads(field: FieldSpec): boolean {
  return field.urnValidation !== undefined || recordsIn(field.type).some(hasReferences);
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
