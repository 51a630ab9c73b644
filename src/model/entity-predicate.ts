/**
 * What a rule can ask of an entity. `domain`, `container` and `glossary` contain the ones above, too. No rule asks for the
 * `subject`, which is what the entity is about: that one is judged, too.
 */
export type EntityAttribute =
  | 'urn'
  | 'entityType'
  | 'owner'
  | 'typedOwner'
  | 'domain'
  | 'container'
  | 'tag'
  | 'term'
  | 'glossary'
  | 'group'
  | 'platformInstance'
  | 'subject'
  | 'viewType'
  | 'creator'
  | PropertyAttribute;

/**
 * The values of the structured property with this urn, as texts: all of them, to be compared as a whole, or those that
 * are texts, to be looked into.
 */
export type PropertyAttribute = `value of ${string}` | `text of ${string}`;

/** One condition: one of the entity's values of the attribute equals, or starts with, one of these values. */
export interface EntityCondition {
  readonly attribute: EntityAttribute;
  readonly match: 'equals' | 'startsWith';
  readonly values: readonly string[];
  /** Turned round: none of the entity's values does. */
  readonly negated: boolean;
}

/** OR of ANDs: an entity satisfies it when all conditions of one of the lists hold. */
export type EntityPredicate = readonly (readonly EntityCondition[])[];

/** Values of an entity by attribute; an attribute that is absent has no value. */
export type EntityAttributes = Readonly<Partial<Record<EntityAttribute, readonly string[]>>>;

/** Attributes that a urn tells by itself. */
const OF_URN: ReadonlySet<EntityAttribute> = new Set(['urn', 'entityType']);

/** Whether the urn of an entity tells if the condition holds. */
export function isToldByUrn({ attribute }: EntityCondition): boolean {
  return OF_URN.has(attribute);
}

/** Cannot hold, whatever the entity: what a rule that nobody understands comes to. */
export const NEVER: EntityCondition = { attribute: 'urn', match: 'equals', values: [], negated: false };

/** Whether the condition holds for an entity with these values. */
export function holds({ attribute, match, values, negated }: EntityCondition, of: EntityAttributes): boolean {
  const found = of[attribute] ?? [];
  const matches =
    match === 'equals'
      ? found.some((value) => values.includes(value))
      : found.some((value) => values.some((start) => value.startsWith(start)));
  return matches !== negated;
}

/** Whether every condition holds; of no conditions, yes. */
export function allHold(conditions: readonly EntityCondition[], of: EntityAttributes): boolean {
  return conditions.every((condition) => holds(condition, of));
}

/** Whether the predicate holds for an entity with these values. */
export function satisfies(predicate: EntityPredicate, of: EntityAttributes): boolean {
  return predicate.some((conditions) => allHold(conditions, of));
}

/** Whether the predicate holds as far as the urn of the entity tells; undefined when more must be known. */
export function satisfiesByUrn(predicate: EntityPredicate, of: EntityAttributes): boolean | undefined {
  let isOpen = false;
  for (const conditions of predicate) {
    const told = conditions.filter(isToldByUrn);
    if (!allHold(told, of)) continue;
    if (told.length === conditions.length) return true;
    isOpen = true;
  }
  return isOpen ? undefined : false;
}
