import { because, type Refusal } from '../../refusals.ts';
import { numeric, object, objects, text, texts } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { criterionProblem, typeProblems } from '../access/check-policy.ts';
import { criterionProperty } from '../access/policy.ts';
import type { EntityRegistry } from '../entity-registry.ts';
import { propertyValue, type PropertyDefinition, type PropertyValue } from '../structured-property.ts';
import { entityTypeIdOf } from './entity-type-id.ts';
import { brokenRules, hasFormat, ruleText, type MatchPattern } from './judge-value.ts';
import { parseRules, type PropertyRules } from './property-rules.ts';
import { typeProblem, valueKey, valueText } from './property-value.ts';

/** Maximum number of criteria in one rule, and of values in one criterion: a search has a condition for each. */
export const MOST_CRITERIA = 20;
export const MOST_CRITERION_VALUES = 100;

/** Maximum length of a pattern, and of its program in instructions: they bound the time to match a text. */
export const LONGEST_PATTERN = 256;
export const MOST_INSTRUCTIONS = 500;

/** Maximum length of the hint of a pattern. */
const LONGEST_HINT = 500;

/** A member of the rules that is refused. */
export interface RuleProblem extends Refusal {
  /** Path in the aspect `structuredPropertyRules`, such as `values.min`. */
  readonly field: string;
  readonly message: string;
}

/** How patterns are compiled and matched. */
export interface PatternEngine {
  readonly compile: (pattern: string) => { readonly size: number } | { readonly problem: string };
  readonly matches: MatchPattern;
}

/** What the rules are checked against. */
export interface RuleSubject {
  readonly definition: PropertyDefinition;
  readonly registry: EntityRegistry;
  readonly patterns: PatternEngine;
}

/** Why rules cannot be those of a property: members that do not fit it, contradict each other, or are too large. */
export function ruleProblems(value: JsonObject, subject: RuleSubject): readonly RuleProblem[] {
  const rules = parseRules(value);
  const values = object(value['values']) ?? {};
  const ofMembers = [
    ...unfitMembers(values, subject.definition),
    ...boundProblems(rules, subject.definition),
    ...lengthProblems(values),
    ...patternProblems(values, subject.patterns),
    ...criteriaProblems('values.refersTo', object(values['refersTo']), subject.registry),
    ...criteriaProblems('appliesIf', object(value['appliesIf']), subject.registry),
    ...deprecationProblems(value, rules, subject.definition),
    ...inheritanceProblems(value['inherit'], rules, subject.definition),
  ];
  return ofMembers.length > 0 ? ofMembers : allowedValueProblems(rules, subject);
}

function problem(
  field: string,
  words: string,
  refusal: Refusal = because('RULE_UNFIT', { member: field }),
): RuleProblem {
  return { field, message: `${field} of structuredPropertyRules ${words}`, ...refusal };
}

/** Value types that each member of `values` is for, by the names in definitions. */
const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  pattern: ['string', 'rich_text'],
  minLength: ['string', 'rich_text'],
  maxLength: ['string', 'rich_text'],
  refersTo: ['urn'],
};
const TYPES_OF_FORMAT: Readonly<Record<string, string>> = {
  INTEGER: 'number',
  BOOLEAN: 'string',
  DATETIME: 'string',
};

function unfitMembers(
  values: JsonObject,
  { valueType, valueTypeUrn }: PropertyDefinition,
): readonly RuleProblem[] {
  const format = text(values['format']);
  const ofFormat = format === undefined ? undefined : TYPES_OF_FORMAT[format];
  const unfit = Object.entries(TYPES_OF).filter(
    ([member, types]) => isGiven(values[member]) && !types.includes(valueType ?? ''),
  );
  return [
    ...(ofFormat === undefined || ofFormat === valueType
      ? []
      : [
          problem(
            'values.format',
            `${format} is for values of type ${ofFormat}, but these are ${valueTypeUrn}. Remove it.`,
          ),
        ]),
    ...unfit.map(([member, types]) =>
      problem(
        `values.${member}`,
        `is for values of type ${types.join(' or ')}, but these are ${valueTypeUrn}. Remove it.`,
      ),
    ),
    ...(isGiven(values['hint']) && !isGiven(values['pattern'])
      ? [
          problem(
            'values.hint',
            'explains a pattern, but there is none. Add values.pattern, or remove the hint.',
          ),
        ]
      : []),
  ];
}

function isGiven(member: JsonValue | undefined): boolean {
  return member !== undefined && member !== null;
}

function boundProblems(rules: PropertyRules, definition: PropertyDefinition): readonly RuleProblem[] {
  const bounds = (['min', 'max'] as const).flatMap((member) => {
    const bound = rules[member];
    const words = bound && boundProblem(bound, rules, definition);
    return words === undefined ? [] : [problem(`values.${member}`, words)];
  });
  const { max, min } = rules;
  if (bounds.length > 0 || min === undefined || max === undefined) return bounds;
  const only = { ...rules, max: undefined, pattern: undefined, deprecated: new Map() };
  const isReversed = brokenRules(max, only, definition, () => true).includes('min');
  if (!isReversed) return [];
  return [
    problem(
      'values.min',
      `must not be above values.max, but they are ${valueText(min)} and ${valueText(max)}. Change one of them.`,
    ),
  ];
}

function boundProblem(
  bound: PropertyValue,
  { format }: PropertyRules,
  definition: PropertyDefinition,
): string | undefined {
  const { valueType } = definition;
  if (valueType === 'number') {
    return 'double' in bound
      ? undefined
      : `must be a number, such as {"double": 1}, but it is ${valueText(bound)}.`;
  }
  if (valueType === 'string' && format === 'DATETIME') {
    return hasFormat(bound, format)
      ? undefined
      : `must be a time such as {"string": "2026-03-01T14:30:00Z"}, but it is ${valueText(bound)}.`;
  }
  if (valueType === 'date') {
    return typeProblem(bound, definition) === undefined
      ? undefined
      : `must be a day such as {"string": "2026-03-01"}, but it is ${valueText(bound)}.`;
  }
  return `is for numbers, dates and texts of format DATETIME, but values are ${definition.valueTypeUrn}. Remove it.`;
}

function lengthProblems(values: JsonObject): readonly RuleProblem[] {
  const [least, most] = [numeric(values['minLength']), numeric(values['maxLength'])];
  return [
    ...(['minLength', 'maxLength'] as const).flatMap((member) => {
      const length = numeric(values[member]) ?? 0;
      return length < 0 ? [problem(`values.${member}`, `must not be negative, but it is ${length}.`)] : [];
    }),
    ...(least !== undefined && most !== undefined && least > most
      ? [
          problem(
            'values.minLength',
            `must not be above values.maxLength, but they are ${least} and ${most}. Change one of them.`,
          ),
        ]
      : []),
  ];
}

function patternProblems(values: JsonObject, { compile }: PatternEngine): readonly RuleProblem[] {
  const [hint, pattern] = [text(values['hint']) ?? '', text(values['pattern'])];
  const ofHint =
    hint.length > LONGEST_HINT
      ? [problem('values.hint', `has ${hint.length} characters, more than ${LONGEST_HINT}. Shorten it.`)]
      : [];
  const words = pattern === undefined ? undefined : patternProblem(pattern, compile);
  return words === undefined ? ofHint : [...ofHint, problem('values.pattern', words)];
}

function patternProblem(pattern: string, compile: PatternEngine['compile']): string | undefined {
  if (pattern.length > LONGEST_PATTERN)
    return `has ${pattern.length} characters, more than ${LONGEST_PATTERN}. Shorten it.`;
  const compiled = compile(pattern);
  if ('problem' in compiled) {
    return `is not an RE2 expression: ${compiled.problem}. Lookaround and backreferences do not exist in RE2.`;
  }
  return compiled.size > MOST_INSTRUCTIONS
    ? `compiles to ${compiled.size} instructions, more than ${MOST_INSTRUCTIONS}. Repeat less in it.`
    : undefined;
}

/** Fields that search follows down a hierarchy, which has no prefixes. */
const HIERARCHICAL: readonly string[] = ['DOMAIN', 'CONTAINER', 'GLOSSARY'];

function criteriaProblems(
  member: string,
  rule: JsonObject | undefined,
  registry: EntityRegistry,
): readonly RuleProblem[] {
  if (rule === undefined) return [];
  const criteria = objects(rule['criteria']);
  if (criteria.length === 0) {
    return [problem(`${member}.criteria`, 'is empty. Add a criterion, or remove the rule.')];
  }
  if (criteria.length > MOST_CRITERIA) {
    return [
      problem(
        `${member}.criteria`,
        `has ${criteria.length} criteria, more than ${MOST_CRITERIA}. Remove some.`,
      ),
    ];
  }
  return criteria.flatMap((criterion, index) =>
    wordsAbout(criterion, registry).map((words) => problem(`${member}.criteria[${index}]`, words)),
  );
}

function wordsAbout(criterion: JsonObject, registry: EntityRegistry): readonly string[] {
  const [unknown] = criterionProblem(criterion);
  if (unknown !== undefined) return [`is refused: ${unknown}`];
  const field = text(criterion['field'])?.toUpperCase() ?? '';
  const values = criterionProperty(criterion)?.values ?? texts(criterion['values']);
  const [noType] = field === 'TYPE' || field === 'RESOURCE_TYPE' ? typeProblems(values, registry) : [];
  if (noType !== undefined) return [`is refused: ${noType}`];
  if (values.length === 0) return [`on ${field} has no values. Add one.`];
  if (values.length > MOST_CRITERION_VALUES) {
    return [`on ${field} has ${values.length} values, more than ${MOST_CRITERION_VALUES}. Remove some.`];
  }
  return criterion['condition'] === 'STARTS_WITH' && HIERARCHICAL.includes(field)
    ? [`on ${field} cannot be STARTS_WITH, because it covers a hierarchy. Use EQUALS with the top of it.`]
    : [];
}

function deprecationProblems(
  value: JsonObject,
  { deprecated }: PropertyRules,
  definition: PropertyDefinition,
): readonly RuleProblem[] {
  const seen = new Set<string>();
  return objects(value['deprecatedValues']).flatMap((item, index) => {
    const field = `deprecatedValues[${index}]`;
    const [old, next] = [propertyValue(item['value']), propertyValue(item['replacedBy'])];
    const [mistyped] = [old, next].flatMap((one) => (one && typeProblem(one, definition)) ?? []);
    if (mistyped !== undefined) return [problem(field, `is refused: ${mistyped}`)];
    if (old === undefined) return [];
    const isRepeated = seen.size === seen.add(valueKey(old)).size;
    if (isRepeated) return [problem(field, `lists ${valueText(old)} again. List it once.`)];
    return next !== undefined && deprecated.has(valueKey(next))
      ? [
          problem(
            `${field}.replacedBy`,
            `is ${valueText(next)}, which is deprecated itself. Name another value.`,
          ),
        ]
      : [];
  });
}

function inheritanceProblems(
  given: JsonValue | undefined,
  { inherit }: PropertyRules,
  definition: PropertyDefinition,
): readonly RuleProblem[] {
  if (inherit === undefined) return [];
  const { allowedValues = [], cardinality, entityTypes } = definition;
  const { from, resolve } = inherit;
  const named = texts(object(given)?.['from']);
  const field = 'inherit.from';
  if (named.length === 0)
    return [problem(field, 'is empty. Name container, domain or glossaryTerm, or remove the rule.')];
  const repeated = from.find((type, index) => from.indexOf(type) !== index);
  if (repeated !== undefined) return [problem(field, `names ${repeated} again. Name it once.`)];
  const allowed = new Set(entityTypes.map(entityTypeIdOf));
  const unfit = from.filter((type) => !allowed.has(type.toLowerCase()));
  if (unfit.length > 0) {
    const types = unfit.map((type) => `urn:li:entityType:datahub.${type}`).join(' and ');
    const words = `names ${unfit.join(' and ')}, which the property is not for. Add ${types} to entityTypes.`;
    return [problem(field, words, because('INHERITED_FROM_OTHERS', { entityTypes: unfit }))];
  }
  if (cardinality === 'SINGLE' && allowedValues.length > 0) return [];
  const remedy = 'Add allowedValues in the order of precedence';
  if (resolve === 'STRICTEST') {
    const words = `is STRICTEST, which is for cardinality SINGLE with allowedValues. ${remedy}, or use NEAREST.`;
    return [withoutOrder('inherit.resolve', words)];
  }
  const ofSeveral = from.filter((type) => type !== 'container');
  if (cardinality === 'MULTIPLE' || ofSeveral.length === 0) return [];
  const words = `names ${ofSeveral.join(' and ')}, of which an asset may have several, but cardinality is SINGLE. ${remedy}, or use MULTIPLE.`;
  return [withoutOrder(field, words)];
}

function withoutOrder(member: string, words: string): RuleProblem {
  return problem(member, words, because('INHERITED_WITHOUT_ORDER', { member }));
}

/** Allowed values that the rules refuse, unless they are deprecated: nobody could assign them. */
function allowedValueProblems(
  rules: PropertyRules,
  { definition, patterns }: RuleSubject,
): readonly RuleProblem[] {
  for (const { value } of definition.allowedValues ?? []) {
    const [rule] = brokenRules(value, rules, definition, patterns.matches);
    if (rule === undefined || rule === 'deprecated') continue;
    return [
      problem(
        `values.${rule}`,
        `refuses an allowed value: ${ruleText(rule, value, rules)} Change the rule or allowedValues.`,
      ),
    ];
  }
  return [];
}
