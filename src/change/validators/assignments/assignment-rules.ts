import { because } from '../../../refusals.ts';
import { entityAttributes, type StoredAspect } from '../../../model/entity-attributes.ts';
import { allHold, type EntityAttributes } from '../../../model/entity-predicate.ts';
import { ancestryOf, pathsAbove, valuesByProperty } from '../../../model/properties/ancestry.ts';
import { criteriaText } from '../../../model/properties/criteria-text.ts';
import { fitsEntity } from '../../../model/properties/fits-entity.ts';
import { effectiveValues, type Holder } from '../../../model/properties/inheritance.ts';
import { brokenRules, ruleText } from '../../../model/properties/judge-value.ts';
import {
  parseRules,
  type Criteria,
  type PropertyRules,
  type RuleLevel,
} from '../../../model/properties/property-rules.ts';
import { plainValue, valueKey, valueText } from '../../../model/properties/property-value.ts';
import { COLUMN_TYPE } from '../../../model/relationships/lineage.ts';
import {
  STRUCTURED_PROPERTY,
  type PropertyState,
  type PropertyValue,
} from '../../../model/structured-property.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import { matchesPattern } from '../../../util/patterns.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import type { JsonObject } from '../../../util/json.ts';
import {
  assignedProperties,
  assignmentsByProperty,
  elementsOf,
  sameValues,
  splitAssignments,
} from '../../properties/property-assignments.ts';
import { propertyStateOf } from '../../properties/property-state.ts';
import type { AspectChange, RuleContext, Validator } from '../../rules.ts';
import type { Violation } from '../../violation.ts';

const { assignmentAspect } = STRUCTURED_PROPERTY;

/**
 * Values must obey the rules of their property, and no required property may be left without one. Only what changes is
 * judged: values that were there before stay. Rules of level REPORT refuse nothing.
 */
export const assignmentRules: Validator = {
  name: 'assignmentRules',
  aspects: [assignmentAspect],
  *check(change, context) {
    const before = assignmentsByProperty(change.before);
    for (const { assignment, property } of assignedProperties(change, context.state)) {
      const rules = rulesOf(property);
      const old = before.get(assignment.propertyUrn)?.values ?? [];
      if (rules === undefined || sameValues(old, assignment.values)) continue;
      const known = new Set(old.map(valueKey));
      const added = new Map(assignment.values.map((value) => [valueKey(value), value]));
      for (const [key, value] of added) {
        // Others may run between values: the entity that each names is read.
        yield undefined;
        if (!known.has(key)) yield* valueViolations(value, property, rules, change, context);
      }
      yield assignment.values.length === 0
        ? undefined
        : applicationViolation(property, rules, change, context);
    }
    yield* requiredViolations(change, context);
  },
};

function rulesOf({ rules }: PropertyState): PropertyRules | undefined {
  return rules && parseRules(rules);
}

function* valueViolations(
  value: PropertyValue,
  { definition, urn }: PropertyState,
  rules: PropertyRules,
  change: AspectChange,
  context: RuleContext,
): Iterable<Violation | undefined> {
  const { refersTo, valueLevel } = rules;
  if (valueLevel === 'REPORT') return;
  for (const rule of brokenRules(value, rules, definition, matchesPattern)) {
    const about = because('VALUE_BREAKS_RULE', { value: plainValue(value), rule });
    yield violation(urn, `, ${ruleText(rule, value, rules)}`, valueLevel, about);
  }
  const named = 'string' in value && isUrn(value.string) ? value.string : undefined;
  if (refersTo === undefined || named === undefined) return;
  if (allHold(refersTo, attributesOf(named, refersTo, change, context))) return;
  const about = because('VALUE_BREAKS_RULE', { value: plainValue(value), rule: 'refersTo' });
  const words = `, value: ${valueText(value)} does not meet ${criteriaText(refersTo)}. Name an entity that does.`;
  yield violation(urn, words, valueLevel, about);
}

function applicationViolation(
  { urn }: PropertyState,
  { appliesIf }: PropertyRules,
  change: AspectChange,
  context: RuleContext,
): Violation | undefined {
  if (appliesIf === undefined || appliesIf.level === 'REPORT') return undefined;
  const { criteria, level } = appliesIf;
  if (allHold(criteria, attributesOf(change.urn, criteria, change, context))) return undefined;
  const words = ` does not apply to ${change.urn}, which does not meet ${criteriaText(criteria)}. Leave the property out, or change the asset first.`;
  return violation(urn, words, level, because('PROPERTY_NOT_APPLICABLE'));
}

/** Required properties that the change leaves without a value; another change of the batch may give it. */
function* requiredViolations(change: AspectChange, context: RuleContext): Iterable<Violation | undefined> {
  const { entity, urn } = change;
  const { required = [], rights, state, writesLater } = context;
  if (required.length === 0 || entity.name === COLUMN_TYPE) return;
  if (writesLater?.(urn, assignmentAspect) === true) return;
  const held = new Set(assignmentsAfter(change, context).map(({ propertyUrn }) => propertyUrn));
  for (const propertyUrn of required) {
    if (held.has(propertyUrn)) continue;
    const property = propertyStateOf(propertyUrn, state);
    const level = (property && rulesOf(property)?.required?.level) ?? 'REPORT';
    if (property === undefined || level === 'REPORT' || property.removed) continue;
    const mayAssign =
      rights === undefined || (rights.mayRead(propertyUrn, urn) && rights.mayAssign(propertyUrn, urn));
    if (!mayAssign || !isRequiredOn(property, change, context)) continue;
    // Last, because it reads what is above the entity.
    if (inherits(property, urn, state)) continue;
    yield violation(
      propertyUrn,
      ` is required on ${urn}. Send a value for it.`,
      level,
      because('PROPERTY_REQUIRED'),
    );
  }
}

/** Whether the property is for the entity: by type, platform, and what the entity must meet. */
function isRequiredOn(property: PropertyState, change: AspectChange, context: RuleContext): boolean {
  const { urn } = change;
  const { registry, state } = context;
  if (!fitsEntity(property.definition, urn, storedIn(state), registry)) return false;
  const criteria = rulesOf(property)?.appliesIf?.criteria;
  return criteria === undefined || allHold(criteria, attributesOf(urn, criteria, change, context));
}

/** Whether an entity without a value of its own inherits one. What it inherits from need not be visible to the writer. */
function inherits(property: PropertyState, urn: Urn, state: CurrentState): boolean {
  const inheritance = rulesOf(property)?.inherit;
  if (inheritance === undefined) return false;
  const holderAt = (one: Urn): Holder | undefined => {
    if (one === urn) return undefined;
    const row = state.row(one, assignmentAspect);
    const values = row && valuesByProperty(splitAssignments(row, state).visible).get(property.urn);
    return values && { urn: one, values, isVisible: true };
  };
  const ancestry = ancestryOf(pathsAbove(urn, storedIn(state)), holderAt);
  return effectiveValues(property.definition, inheritance, ancestry) !== undefined;
}

function storedIn(state: CurrentState): StoredAspect {
  return (urn, aspectName) => state.row(urn, aspectName)?.aspect.value;
}

/** Attributes of an entity, with the values that the change writes. Those of ended or deleted properties do not count. */
function attributesOf(
  urn: Urn,
  criteria: Criteria,
  change: AspectChange,
  context: RuleContext,
): EntityAttributes {
  const { state } = context;
  const stored = (of: Urn, aspectName: string): JsonObject | undefined => {
    if (aspectName !== assignmentAspect) return state.row(of, aspectName)?.aspect.value;
    if (of === change.urn) return { properties: assignmentsAfter(change, context) };
    const row = state.row(of, aspectName);
    return row && splitAssignments(row, state).visible;
  };
  const asked = new Set(criteria.map(({ attribute }) => attribute));
  return entityAttributes(urn, stored, (property) => propertyStateOf(property, state), asked);
}

/** The assignments that the entity has after the change, those hidden from the writer included. */
function assignmentsAfter(
  { after, row }: AspectChange,
  { rights, state }: RuleContext,
): readonly JsonObject[] {
  const written = after === undefined ? [] : elementsOf(after).filter(({ values }) => !isEmpty(values));
  const hidden = row === undefined ? [] : splitAssignments(row, state, rights).hidden;
  const named = new Set(written.map(({ propertyUrn }) => propertyUrn));
  const kept = hidden.filter(
    ({ propertyUrn }) => !named.has(propertyUrn) && propertyStateOf(propertyUrn, state)?.removed === false,
  );
  return [...written, ...kept.map(({ json }) => json)];
}

function isEmpty(values: JsonObject[string]): boolean {
  return Array.isArray(values) && values.length === 0;
}

function violation(
  property: Urn,
  words: string,
  level: RuleLevel,
  refusal: ReturnType<typeof because>,
): Violation {
  return {
    ...refusal,
    property,
    message: `Property: ${property}${words}`,
    ...(level === 'WARN' && { isWarning: true as const }),
  };
}
