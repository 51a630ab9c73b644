import { isObject } from '../../api/is-object.ts';
import type { Criterion } from '../policies/policy-data.ts';
import { valueOf, type Value } from '../values/property-value.ts';

/** What a broken rule does to a write: nothing, a warning, or a refusal. */
export type RuleLevel = 'REPORT' | 'WARN' | 'ENFORCE';

/** Rules, in the order in which they are shown. */
export const RULES = [
  'format',
  'min',
  'max',
  'pattern',
  'minLength',
  'maxLength',
  'refersTo',
  'deprecated',
  'appliesIf',
  'required',
] as const;

export type RuleName = (typeof RULES)[number];

export type ValueFormat = 'INTEGER' | 'BOOLEAN' | 'DATETIME';

/** The rules of a property (`docs/rules.md`). */
export interface PropertyRules {
  readonly format: ValueFormat | undefined;
  /** Smallest and greatest value, which are allowed themselves. */
  readonly min: Value | undefined;
  readonly max: Value | undefined;
  readonly pattern: string | undefined;
  /** The pattern in words. */
  readonly hint: string | undefined;
  /** Numbers of characters. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** What an entity that a value refers to must meet; empty: anything. */
  readonly refersTo: readonly Criterion[];
  /** Level of all rules of values, deprecated ones included. */
  readonly valueLevel: RuleLevel;
  /** Replacements of deprecated values, by the value. */
  readonly deprecated: ReadonlyMap<Value, Value | undefined>;
  /** What an asset with a value must meet; empty: anything. */
  readonly appliesIf: readonly Criterion[];
  readonly appliesIfLevel: RuleLevel;
  /** Undefined: not required. */
  readonly requiredLevel: RuleLevel | undefined;
}

/** Reads the aspect `structuredPropertyRules`. */
export function rulesOf(aspect: unknown): PropertyRules {
  const rules = objectOf(aspect);
  const [values, appliesIf] = [objectOf(rules['values']), objectOf(rules['appliesIf'])];
  const required = rules['required'];
  const text = (member: unknown): string | undefined =>
    typeof member === 'string' && member !== '' ? member : undefined;
  const number = (member: unknown): number | undefined => (typeof member === 'number' ? member : undefined);
  return {
    format: FORMATS.find((format) => format === values['format']),
    min: valueOf(values['min'])[0],
    max: valueOf(values['max'])[0],
    pattern: text(values['pattern']),
    hint: text(values['hint']),
    minLength: number(values['minLength']),
    maxLength: number(values['maxLength']),
    refersTo: criteriaOf(values['refersTo']),
    valueLevel: levelOf(values, 'ENFORCE'),
    deprecated: new Map(
      objectsIn(rules['deprecatedValues']).flatMap(({ value, replacedBy }) =>
        valueOf(value).map((old) => [old, valueOf(replacedBy)[0]] as const),
      ),
    ),
    appliesIf: criteriaOf(appliesIf),
    appliesIfLevel: levelOf(appliesIf, 'ENFORCE'),
    requiredLevel: isObject(required) ? levelOf(required, 'REPORT') : undefined,
  };
}

/** Level of a rule that the property has. */
export function levelOfRule(rule: RuleName, rules: PropertyRules): RuleLevel {
  if (rule === 'appliesIf') return rules.appliesIfLevel;
  return rule === 'required' ? (rules.requiredLevel ?? 'REPORT') : rules.valueLevel;
}

const FORMATS: readonly ValueFormat[] = ['INTEGER', 'BOOLEAN', 'DATETIME'];
const LEVELS: readonly RuleLevel[] = ['REPORT', 'WARN', 'ENFORCE'];

function levelOf(rule: Readonly<Record<string, unknown>>, byDefault: RuleLevel): RuleLevel {
  return LEVELS.find((level) => level === rule['level']) ?? byDefault;
}

/** Criteria of a filter, as policies have them. */
function criteriaOf(filter: unknown): readonly Criterion[] {
  return objectsIn(objectOf(filter)['criteria']).map(
    ({ condition, field, structuredPropertyValues: named, values }) => {
      const [property] = objectsIn(named);
      return {
        field: String(field).replace(/^RESOURCE_/, ''),
        condition: condition === 'STARTS_WITH' || condition === 'NOT_EQUALS' ? condition : 'EQUALS',
        values: textsIn(property === undefined ? values : property['values']),
        ...(typeof property?.['propertyUrn'] === 'string' && { propertyUrn: property['propertyUrn'] }),
      };
    },
  );
}

/** Criteria in the format of the aspect. */
export function storedCriteria(criteria: readonly Criterion[]) {
  return criteria.map(({ field, condition, values, propertyUrn }) =>
    propertyUrn === undefined
      ? { field, condition, values }
      : { field, condition, values: [], structuredPropertyValues: [{ propertyUrn, values }] },
  );
}

/** A member of an aspect if it is an object, else an empty one. */
export function objectOf(member: unknown): Readonly<Record<string, unknown>> {
  return isObject(member) ? member : {};
}

function objectsIn(member: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(member) ? member.filter(isObject) : [];
}

/** The texts in a member of an aspect; empty if it is no list. */
export function textsIn(member: unknown): readonly string[] {
  return Array.isArray(member) ? member.filter((item) => typeof item === 'string') : [];
}
