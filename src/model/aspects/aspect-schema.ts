import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { itemText } from '../../util/list-text.ts';
import { checkScalar, show } from './aspect-scalars.ts';
import type {
  AspectSpec,
  FieldSpec,
  FieldType,
  RecordSpec,
  ScalarKind,
  UnionMember,
} from '../entity-registry.ts';
import { MOST_FAILURES } from '../failures.ts';
import { isUrn } from '../urn.ts';

/** One mismatch between a value and the schema of its aspect. */
export interface Violation {
  /** Path in the value, such as `/properties/0/values`; empty for the root. */
  readonly path: string;
  /** What is wrong and what is allowed. */
  readonly message: string;
}

/** Deeper than any realistic value of the few recursive records. */
const MAX_DEPTH = 100;

/** A key that could be the last part of a urn. */
const PLAIN_KEY = /^[\w.-]{1,100}$/;

/** Validates one value; reports violations at the current path of the walk. */
type Check = (value: JsonValue, walk: Walk) => void;

/** Result of a validation. */
export interface Validation {
  /** The first violations, up to one more than are reported; empty if the value is valid. */
  readonly violations: readonly Violation[];
  /** Whether parsing the canonical text gives an equal value: it has no nulls and no negative zeros. */
  readonly isExact: boolean;
  /** Approximate length of the value: the number of its parts plus the UTF-16 units of its strings. */
  readonly length: number;
}

interface Walk {
  readonly steps: (string | number)[];
  readonly violations: Violation[];
  isExact: boolean;
  length: number;
}

/**
 * Validates a value against the schema of the aspect: the first violations, none if the value is valid. Null in an
 * optional field counts as absent. Never throws.
 */
export function validateAspect(spec: AspectSpec, value: JsonObject): readonly Violation[] {
  return inspectAspect(spec, value).violations;
}

/**
 * Validates like {@link validateAspect}, and also returns whether the stored text will hold the whole value, and its
 * length.
 */
export function inspectAspect(spec: AspectSpec, value: JsonObject): Validation {
  const walk: Walk = { steps: [], violations: [], isExact: true, length: 0 };
  recordCheck(spec.record)(value, walk);
  return walk;
}

// Compiled once per record: validating an aspect of an ingestion run takes about a microsecond.
const recordChecks = new WeakMap<RecordSpec, Check>();

function recordCheck(record: RecordSpec): Check {
  const known = recordChecks.get(record);
  if (known !== undefined) return known;
  const fields = new Map<string, { readonly spec: FieldSpec; readonly check: Check }>();
  const required = [...record.fields.values()].filter(isRequired);
  const check: Check = (value, walk) => {
    if (!isJsonObject(value)) {
      report(walk, `${show(value)} is not an object with the fields of ${record.name}`);
      return;
    }
    if (walk.steps.length > MAX_DEPTH) {
      report(walk, `nested deeper than ${MAX_DEPTH} levels; flatten the value`);
      return;
    }
    let found = 0;
    for (const name in value) {
      if (isFull(walk)) return;
      const member = value[name];
      const field = fields.get(name);
      if (field === undefined) reportUnknownField(walk, record, name);
      else if (member === undefined || (member === null && field.spec.optional)) walk.isExact = false;
      else {
        if (isRequired(field.spec)) found++;
        checkAt(field.check, member, name, walk);
      }
    }
    if (found < required.length) reportMissing(walk, required, value);
  };
  // Registered before its fields are compiled, because records may be recursive.
  recordChecks.set(record, check);
  for (const spec of record.fields.values())
    fields.set(spec.name, { spec, check: typeCheck(spec.type, urnTypesOf(spec)) });
  return check;
}

function urnTypesOf({ isUrn: holdsUrns, urnValidation }: FieldSpec): UrnTypes {
  return holdsUrns ? (urnValidation?.entityTypes ?? []) : undefined;
}

/** Entity types of the urns in a field, empty for any; undefined if its strings are not urns. */
type UrnTypes = readonly string[] | undefined;

function typeCheck(type: FieldType, urnTypes: UrnTypes): Check {
  switch (type.kind) {
    case 'record':
      return recordCheck(type.record);
    case 'array':
      return arrayCheck(typeCheck(type.items, urnTypes));
    case 'map':
      return mapCheck(typeCheck(type.values, undefined), urnTypes);
    case 'union':
      return unionCheck(type.members, urnTypes);
    case 'enum':
      return enumCheck(type.symbols);
    default:
      return urnTypes === undefined ? scalarCheck(type.kind) : urnCheck(urnTypes);
  }
}

function scalarCheck(kind: ScalarKind): Check {
  return (value, walk) => {
    if (Object.is(value, -0)) walk.isExact = false;
    const problem = checkScalar(kind, value);
    if (problem !== undefined) report(walk, problem);
  };
}

function urnCheck(entityTypes: readonly string[]): Check {
  return (value, walk) => {
    if (typeof value === 'string' && isUrn(value)) return;
    report(walk, `Invalid urn!: ${show(value)}; ${expectedUrn(value, entityTypes)}`);
  };
}

/** Describes a urn of one of the types; includes the intended urn if the value is only a key. */
function expectedUrn(value: JsonValue, entityTypes: readonly string[]): string {
  const [only = '<entityType>', ...others] = entityTypes;
  if (others.length > 0 || only === '<entityType>')
    return "expected 'urn:li:<entityType>:<key>' with balanced parentheses";
  const isKey = typeof value === 'string' && PLAIN_KEY.test(value);
  return `expected 'urn:li:${only}:<key>'${isKey ? `, such as 'urn:li:${only}:${value}'` : ''}`;
}

function enumCheck(symbols: ReadonlySet<string>): Check {
  return (value, walk) => {
    if (typeof value === 'string' && symbols.has(value)) return;
    report(walk, `${show(value)} is not an enum symbol; use one of ${[...symbols].join(', ')}`);
  };
}

function arrayCheck(item: Check): Check {
  return (value, walk) => {
    if (!Array.isArray(value)) {
      report(walk, `${show(value)} is not a list`);
      return;
    }
    const items: readonly JsonValue[] = value;
    for (let i = 0; i < items.length && !isFull(walk); i++) checkAt(item, items[i] ?? null, i, walk);
  };
}

function mapCheck(entry: Check, keyTypes: UrnTypes): Check {
  const keyCheck = keyTypes && urnCheck(keyTypes);
  return (value, walk) => {
    if (!isJsonObject(value)) {
      report(walk, `${show(value)} is not an object`);
      return;
    }
    for (const key in value) {
      if (isFull(walk)) return;
      walk.length += key.length;
      if (keyCheck !== undefined) checkAt(keyCheck, key, key, walk);
      checkAt(entry, value[key] ?? null, key, walk);
    }
  };
}

function unionCheck(members: readonly UnionMember[], urnTypes: UrnTypes): Check {
  const checks = new Map(members.map(({ key, type }) => [key, typeCheck(type, urnTypes)]));
  const choices = members.map(({ key }) => `{"${key}": ...}`).join(', ');
  return (value, walk) => {
    const [key, ...others] = isJsonObject(value) ? Object.keys(value) : [];
    if (!isJsonObject(value) || key === undefined || others.length > 0) {
      report(walk, `${show(value)} is not a member of a union; write one of ${choices}`);
      return;
    }
    const check = checks.get(key);
    if (check === undefined) {
      report(walk, `"${itemText(key)}" is not a member type of the union; use one of ${choices}`);
      return;
    }
    checkAt(check, value[key] ?? null, key, walk);
  };
}

function checkAt(check: Check, value: JsonValue, step: string | number, walk: Walk): void {
  walk.length += typeof value === 'string' ? value.length + 1 : 1;
  walk.steps.push(step);
  check(value, walk);
  walk.steps.pop();
}

function isRequired(field: FieldSpec): boolean {
  return !field.optional && field.default === undefined;
}

function reportUnknownField(walk: Walk, record: RecordSpec, name: string): void {
  const known = [...record.fields.keys()].join(', ');
  reportAt(
    walk,
    name,
    `unrecognized field found but not allowed; fields of ${record.name} are: ${known || 'none'}`,
  );
}

function reportMissing(walk: Walk, required: readonly FieldSpec[], value: JsonObject): void {
  for (const { name, type } of required) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined) continue;
    reportAt(walk, name, `field is required but not found and has no default value; add it (${type.kind})`);
  }
}

function reportAt(walk: Walk, step: string, message: string): void {
  walk.steps.push(step);
  report(walk, message);
  walk.steps.pop();
}

function report(walk: Walk, message: string): void {
  if (isFull(walk)) return;
  walk.violations.push({ path: walk.steps.map((step) => `/${itemText(String(step))}`).join(''), message });
}

/** Whether enough violations were found to stop: the rest of a value may have a million more. */
function isFull({ violations }: Walk): boolean {
  return violations.length > MOST_FAILURES;
}
