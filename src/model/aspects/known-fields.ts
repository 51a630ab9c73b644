import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { convertParts } from './convert-parts.ts';
import type { AspectSpec, FieldType, RecordSpec } from '../entity-registry.ts';

/** Values nested deeper than this are returned unchanged: validation refuses them. */
const MAX_DEPTH = 100;

/** A value without the fields that its schema does not define. */
export interface KnownFields {
  readonly value: JsonObject;
  /** Paths of the fields left out, such as `/properties/0/note`; at most 100. */
  readonly dropped: readonly string[];
}

const MOST_DROPPED = 100;

interface Walk {
  readonly steps: (string | number)[];
  readonly dropped: string[];
}

/**
 * Removes record fields that the schema of the aspect does not define; other violations stay. Returns the same object
 * if all fields are known.
 */
export function knownFields(spec: AspectSpec, value: JsonObject): KnownFields {
  const walk: Walk = { steps: [], dropped: [] };
  return { value: ofRecord(spec.record, value, walk), dropped: walk.dropped };
}

function ofRecord({ fields }: RecordSpec, value: JsonObject, walk: Walk): JsonObject {
  let isSame = true;
  const parts = new Map<string, JsonValue>();
  for (const name in value) {
    const [field, member] = [fields.get(name), value[name]];
    if (field === undefined) {
      isSame = false;
      drop(walk, name);
    } else if (member !== undefined && mayHoldFields(field.type)) {
      const part = at(field.type, member, name, walk);
      if (part !== member) parts.set(name, part);
    }
  }
  if (isSame && parts.size === 0) return value;
  const known = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(known.map(([name, member]) => [name, parts.get(name) ?? member]));
}

/** Whether values of the type can hold records. */
function mayHoldFields(type: FieldType): boolean {
  switch (type.kind) {
    case 'array':
      return mayHoldFields(type.items);
    case 'map':
      return mayHoldFields(type.values);
    default:
      return type.kind === 'record' || type.kind === 'union';
  }
}

function ofType(type: FieldType, value: JsonValue, walk: Walk): JsonValue {
  if (walk.steps.length > MAX_DEPTH || !mayHoldFields(type)) return value;
  if (type.kind !== 'record') return convertParts(value, type, (part, of, step) => at(of, part, step, walk));
  return isJsonObject(value) ? ofRecord(type.record, value, walk) : value;
}

function at(type: FieldType, value: JsonValue, step: string | number, walk: Walk): JsonValue {
  walk.steps.push(step);
  const known = ofType(type, value, walk);
  walk.steps.pop();
  return known;
}

function drop({ dropped, steps }: Walk, name: string): void {
  if (dropped.length < MOST_DROPPED) dropped.push([...steps, name].map((step) => `/${step}`).join(''));
}
