import type { EntityCondition } from '../entity-predicate.ts';
import { parseCriteria } from '../access/policy.ts';
import type { Generation } from '../sequence.ts';
import { propertyValue, type PropertyDefinition, type PropertyValue } from '../structured-property.ts';
import type { Urn } from '../urn.ts';
import { objects, numeric, object, text } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { parseInheritance, type Inheritance } from './inheritance.ts';
import { valueKey } from './property-value.ts';

/** What a broken rule does to a write: only counts, warns, or refuses it. */
export const RULE_LEVELS = ['REPORT', 'WARN', 'ENFORCE'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** Formats of values that the value types do not express. */
export const VALUE_FORMATS = ['INTEGER', 'BOOLEAN', 'DATETIME'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

/** Rules of values, in the order in which their violations are reported. */
export const VALUE_RULES = [
  'format',
  'min',
  'max',
  'pattern',
  'minLength',
  'maxLength',
  'refersTo',
  'deprecated',
] as const;

/** A rule that a value can break. */
export type ValueRule = (typeof VALUE_RULES)[number];

/** A rule of a property. */
export type RuleName = ValueRule | 'appliesIf' | 'required';

/** Criteria of which all must hold. */
export type Criteria = readonly EntityCondition[];

/** The parsed aspect `structuredPropertyRules`. */
export interface PropertyRules {
  /** Level of all rules of values, deprecated ones included. */
  readonly valueLevel: RuleLevel;
  readonly format: ValueFormat | undefined;
  /** Smallest and greatest value, inclusive. */
  readonly min: PropertyValue | undefined;
  readonly max: PropertyValue | undefined;
  /** RE2 expression that the whole text must match. */
  readonly pattern: string | undefined;
  /** The pattern in the words of people. */
  readonly hint: string | undefined;
  /** Lengths in code points. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** What an entity that a urn value names must meet. */
  readonly refersTo: Criteria | undefined;
  /** Replacement of each deprecated value, if it has one, by `valueKey`. */
  readonly deprecated: ReadonlyMap<string, PropertyValue | undefined>;
  /** What an entity with a value must meet. */
  readonly appliesIf: { readonly criteria: Criteria; readonly level: RuleLevel } | undefined;
  readonly required: { readonly level: RuleLevel } | undefined;
  /** From where an asset without a value has one. */
  readonly inherit: Inheritance | undefined;
}

/** A property with rules, and the generation whose values they judge; undefined: it has no values. */
export interface RuledProperty {
  readonly urn: Urn;
  readonly definition: PropertyDefinition;
  readonly generation: Generation | undefined;
  /** The aspect `structuredPropertyRules`. */
  readonly rules: JsonObject;
}

// Cached: every write of a value reads the rules of its property.
const parsed = new WeakMap<JsonObject, PropertyRules>();

/** Parses the aspect `structuredPropertyRules`, which was validated on write. */
export function parseRules(value: JsonObject): PropertyRules {
  let rules = parsed.get(value);
  if (rules === undefined) {
    rules = parsedRules(value);
    parsed.set(value, rules);
  }
  return rules;
}

function parsedRules(value: JsonObject): PropertyRules {
  const { appliesIf, required, values } = members(value);
  const deprecated = objects(value['deprecatedValues']).flatMap((item) => {
    const old = propertyValue(item['value']);
    return old === undefined ? [] : [[valueKey(old), propertyValue(item['replacedBy'])] as const];
  });
  return {
    valueLevel: levelOf(values, 'ENFORCE'),
    format: VALUE_FORMATS.find((format) => format === values?.['format']),
    min: propertyValue(values?.['min']),
    max: propertyValue(values?.['max']),
    pattern: text(values?.['pattern']),
    hint: text(values?.['hint']),
    minLength: numeric(values?.['minLength']),
    maxLength: numeric(values?.['maxLength']),
    refersTo: criteriaOf(values?.['refersTo']),
    deprecated: new Map(deprecated),
    appliesIf: appliesIf && {
      criteria: parseCriteria(appliesIf['criteria']),
      level: levelOf(appliesIf, 'ENFORCE'),
    },
    required: required && { level: levelOf(required, 'REPORT') },
    inherit: parseInheritance(value['inherit']),
  };
}

function members(value: JsonObject): Readonly<Record<string, JsonObject | undefined>> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, object(member)]));
}

function levelOf(rule: JsonObject | undefined, byDefault: RuleLevel): RuleLevel {
  return RULE_LEVELS.find((level) => level === rule?.['level']) ?? byDefault;
}

function criteriaOf(filter: JsonValue | undefined): Criteria | undefined {
  const criteria = object(filter)?.['criteria'];
  return criteria === undefined ? undefined : parseCriteria(criteria);
}

/** Whether any value of the property can break a rule. */
export function judgesValues({ deprecated, refersTo, ...rules }: PropertyRules): boolean {
  return deprecated.size > 0 || refersTo !== undefined || BOUNDS.some((rule) => rules[rule] !== undefined);
}

const BOUNDS = ['format', 'min', 'max', 'pattern', 'minLength', 'maxLength'] as const;

/** Level of a rule; undefined if the property does not have the rule. */
export function levelOfRule(rule: RuleName, rules: PropertyRules): RuleLevel | undefined {
  if (rule === 'appliesIf' || rule === 'required') return rules[rule]?.level;
  const has = rule === 'deprecated' ? rules.deprecated.size > 0 : rules[rule] !== undefined;
  return has ? rules.valueLevel : undefined;
}
