import { attributesOfUrn } from '../../model/entity-attributes.ts';
import {
  allHold,
  isDecidedByUrn,
  type EntityCondition,
  type EntityPredicate,
} from '../../model/entity-predicate.ts';
import { brokenRules, type RuleOfValue } from '../../model/properties/judge-value.ts';
import {
  parseRules,
  type Criteria,
  type PropertyRules,
  type RuleName,
  type RuledProperty,
} from '../../model/properties/property-rules.ts';
import { propertyOfAttribute } from '../../model/properties/property-texts.ts';
import { parseDay } from '../../model/properties/scalar-text.ts';
import { propertyValue, type PropertyState, type PropertyValue } from '../../model/structured-property.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { assignmentField, holdsAssignment } from '../../search/assignment-field.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import type { JsonObject } from '../../util/json.ts';
import { loadPatterns, matchesPattern } from '../../util/patterns.ts';
import { MATCH_NONE, anyOf, anyValue, every, negate, oneOf } from '../filters/combine.ts';
import type { FieldContext } from '../filters/field-resolution.ts';
import { reachOf } from '../filters/property-reach.ts';
import { narrowed } from '../visibility/narrow.ts';
import { ownExpression, predicateExpression } from '../visibility/predicate-expression.ts';
import { visibleEntities } from '../visibility/visible-entities.ts';
import { warnOfUnjudged } from '../warn-inexact.ts';
import { EffectiveExpressions } from '../inheritance/effective-expressions.ts';
import type { Territories } from '../inheritance/territories.ts';
import type { Warn } from '../warn-unknown-field.ts';

/** What violations are searched with. */
export interface ViolationContext extends FieldContext {
  readonly index: SearchReader;
  readonly territories: Territories;
  readonly warn: Warn;
}

/** Maximum number of distinct values of a property that are judged. */
const MOST_JUDGED = 200_000;

/** The properties with rules that the caller sees. */
export function ruledProperties({ properties, scope }: FieldContext): readonly RuledProperty[] {
  return [...properties.ruled()].flatMap(({ definition, generation, removed, rules, urn }) =>
    rules === undefined || removed || !scope.seesAssignment(urn, generation)
      ? []
      : [{ urn, definition, generation, rules }],
  );
}

/** For each rule of a property, the entities that break it, among those on which the caller sees its values. */
export async function violationExpressions(
  property: RuledProperty,
  context: ViolationContext,
): Promise<ReadonlyMap<RuleName, Expression>> {
  const rules = parseRules(property.rules);
  if (rules.pattern !== undefined) await loadPatterns();
  const where = context.scope.assignmentFilter(property.urn);
  const guard = where === undefined ? [] : [await predicateExpression(where, context)];
  const held =
    property.generation === undefined ? MATCH_NONE : holdsAssignment(property.urn, property.generation);
  const effective = new EffectiveExpressions(property, context);
  const found = new Map<RuleName, Expression>();
  const add = (rule: RuleName, expression: Expression): void => {
    if (expression.kind !== 'none') found.set(rule, allOf([expression, ...guard]));
  };
  if (property.generation !== undefined) {
    const field = assignmentField(property.urn, property.generation);
    const broken = [
      ...boundExpressions(field, rules, property),
      ...(await judgedExpressions(field, rules, property, held, effective, context)),
    ];
    for (const [rule, expression] of broken) {
      // The strictest value is an allowed one, so that of the rules of values it can only be deprecated.
      const isOfStored = effective.isStrictest && rule !== 'deprecated';
      add(rule, isOfStored ? expression : await effective.matching(expression));
    }
  }
  const applies =
    rules.appliesIf === undefined ? undefined : await criteriaExpression(rules.appliesIf.criteria, context);
  const present = anyOf([held, await effective.present()]);
  if (applies !== undefined) add('appliesIf', every([present, negate(applies)]));
  if (rules.required !== undefined) {
    const expected = every([reachOf(property.definition, context), applies ?? MATCH_ALL, negate(present)]);
    add('required', expected);
  }
  return found;
}

/** Rules that a range or a list of values expresses: bounds of numbers and days, deprecated numbers, days and texts. */
function boundExpressions(
  field: string,
  { deprecated, max, min }: PropertyRules,
  { definition: { valueType } }: RuledProperty,
): readonly (readonly [RuleName, Expression])[] {
  const isNumber = valueType === 'number' || valueType === 'date';
  const keys = [...deprecated.keys()].map((key) => key.replace(/^(text|number) /, ''));
  const old: Expression = isNumber
    ? { kind: 'numbers', field, values: keys.flatMap((key) => numberIn(key, valueType) ?? []) }
    : oneOf(field, keys);
  const found: (readonly [RuleName, Expression])[] = keys.length === 0 ? [] : [['deprecated', old]];
  if (!isNumber) return found;
  const [least, most] = [min, max].map((bound) => bound && numberIn(textOf(bound), valueType));
  if (least !== undefined)
    found.push(['min', { kind: 'range', field, upper: { value: least, inclusive: false } }]);
  if (most !== undefined)
    found.push(['max', { kind: 'range', field, lower: { value: most, inclusive: false } }]);
  return found;
}

function textOf(value: PropertyValue): string {
  return 'string' in value ? value.string : String(value.double);
}

function numberIn(text: string, valueType: string | undefined): number | undefined {
  return valueType === 'date' ? parseDay(text) : Number(text);
}

// Kept by rules: a search judges the same values again.
const verdicts = new WeakMap<JsonObject, Map<string | number, readonly RuleOfValue[]>>();

/** The other rules of values: the distinct values in the index are judged one by one. */
async function judgedExpressions(
  field: string,
  rules: PropertyRules,
  property: RuledProperty,
  held: Expression,
  effective: EffectiveExpressions,
  context: ViolationContext,
): Promise<readonly (readonly [RuleName, Expression])[]> {
  const { valueType } = property.definition;
  const isText = valueType !== 'number' && valueType !== 'date';
  const judged = isText
    ? (['format', 'min', 'max', 'pattern', 'minLength', 'maxLength'] as const)
    : (['format'] as const);
  const isJudged = judged.some((rule) => rules[rule] !== undefined);
  if (!isJudged && rules.refersTo === undefined) return [];
  const visible = narrowed(await visibleEntities(context), [held]);
  const request = { fields: [field], size: MOST_JUDGED, mayEstimate: true } as const;
  const [facet] = await context.index.aggregate({ entityTypes: context.entityTypes, where: visible }, [
    request,
  ]);
  const own = facet?.buckets.flatMap(({ values: [value] }) => (value === undefined ? [] : [value])) ?? [];
  // A source may be of a type that is not searched.
  const values = [...new Set([...own, ...(await effective.sources()).values])];
  if ((facet?.error ?? 0) > 0 || values.length >= MOST_JUDGED)
    warnOfUnjudged(property.urn, values.length, context.warn);
  const known = verdicts.get(property.rules) ?? new Map<string | number, readonly RuleOfValue[]>();
  verdicts.set(property.rules, known);
  if (known.size > MOST_JUDGED) known.clear();
  const lists = new Map<RuleName, (string | number)[]>(judged.map((rule) => [rule, []]));
  for (const value of values) {
    const verdict = known.get(value) ?? judge(value, rules, property);
    known.set(value, verdict);
    for (const rule of verdict) lists.get(rule)?.push(value);
  }
  if (rules.refersTo !== undefined)
    lists.set('refersTo', [...(await unmetBy(values.map(String), rules.refersTo, context))]);
  return [...lists].map(([rule, list]) => [rule, anyValue(field, list)] as const);
}

function judge(
  value: string | number,
  rules: PropertyRules,
  property: RuledProperty,
): readonly RuleOfValue[] {
  const stored = propertyValue(typeof value === 'string' ? { string: value } : { double: value });
  return stored === undefined ? [] : brokenRules(stored, rules, property.definition, matchesPattern);
}

/** The urns whose entity does not meet the criteria. One that the caller does not see has only what its urn says. */
async function unmetBy(
  urns: readonly string[],
  criteria: Criteria,
  context: ViolationContext,
): Promise<readonly string[]> {
  const named = urns.filter(isUrn);
  if (named.length === 0) return [];
  const byUrn = (urn: Urn): boolean => allHold(criteria, attributesOfUrn(urn));
  if (criteria.every(isDecidedByUrn)) return named.filter((urn) => !byUrn(urn));
  const entityTypes = [...new Set(named.map(entityTypeOf))];
  const about = { ...context, entityTypes };
  const visible = await visibleEntities(about);
  const among = anyValue(URN_FIELD, named);
  const meets = await criteriaExpression(criteria, about);
  const found = async (conditions: readonly Expression[]): Promise<ReadonlySet<string>> => {
    if (conditions.some(({ kind }) => kind === 'none')) return new Set();
    const where = narrowed(visible, [among, ...conditions]);
    const [facet] = await context.index.aggregate({ entityTypes, where }, [
      { fields: [URN_FIELD], size: named.length },
    ]);
    return new Set(facet?.buckets.map(({ values: [urn] }) => String(urn)));
  };
  const [existing, meeting] = await Promise.all([found([]), found([meets])]);
  return named.filter((urn) => (existing.has(urn) ? !meeting.has(urn) : !byUrn(urn)));
}

// Criteria as predicates, whose expressions are cached by identity.
const predicates = new WeakMap<Criteria, EntityPredicate>();

/**
 * Entities that meet all criteria by what they have themselves. For the caller, a property that it does not see has no
 * values.
 */
async function criteriaExpression(criteria: Criteria, context: ViolationContext): Promise<Expression> {
  const ofProperties = criteria.filter(({ attribute }) => propertyOfAttribute(attribute) !== undefined);
  const others = criteria.filter((condition) => !ofProperties.includes(condition));
  const predicate = predicates.get(criteria) ?? [others];
  predicates.set(criteria, predicate);
  const parts = await Promise.all([
    ownExpression(predicate, context),
    ...ofProperties.map((condition) => propertyExpression(condition, context)),
  ]);
  return every(parts);
}

async function propertyExpression(
  condition: EntityCondition,
  context: ViolationContext,
): Promise<Expression> {
  const urn = propertyOfAttribute(condition.attribute) ?? '';
  const property: PropertyState | undefined = isUrn(urn) ? context.properties.get(urn) : undefined;
  const isSeen = property !== undefined && context.scope.seesAssignment(property.urn, property.generation);
  const where = property && context.scope.assignmentFilter(property.urn);
  const matches = isSeen ? await ownExpression([[{ ...condition, negated: false }]], context) : MATCH_NONE;
  const seen = where === undefined ? matches : every([matches, await predicateExpression(where, context)]);
  return condition.negated ? negate(seen) : seen;
}
