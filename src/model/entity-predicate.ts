/**
 * Entity attributes that conditions can test. `domain`, `container` and `glossary` include all ancestors. Conditions
 * do not test `subject`, the entity that this one describes: it is evaluated as a separate entity.
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
  | 'subType'
  | 'subject'
  | 'viewType'
  | 'creator'
  | PropertyAttribute;

/**
 * Values of the structured property with this urn, as strings. `value of` has all values, for exact comparison;
 * `text of` only string values, for prefix matches.
 */
export type PropertyAttribute = `value of ${string}` | `text of ${string}`;

/** Holds if any value of the attribute equals, or starts with, any of `values`. */
export interface EntityCondition {
  readonly attribute: EntityAttribute;
  readonly match: 'equals' | 'startsWith';
  readonly values: readonly string[];
  /** Inverts the condition: no value of the attribute matches. */
  readonly negated: boolean;
}

/** OR of ANDs: satisfied if all conditions of at least one list hold. */
export type EntityPredicate = readonly (readonly EntityCondition[])[];

/** Values of an entity by attribute; absent means no values. */
export type EntityAttributes = Readonly<Partial<Record<EntityAttribute, readonly string[]>>>;

/** Attributes that can be read from the urn. */
const OF_URN: ReadonlySet<EntityAttribute> = new Set(['urn', 'entityType']);

/** Whether the condition can be evaluated from the urn alone. */
export function isDecidedByUrn({ attribute }: EntityCondition): boolean {
  return OF_URN.has(attribute);
}

/** Condition that never holds; replaces conditions that cannot be parsed. */
export const NEVER: EntityCondition = { attribute: 'urn', match: 'equals', values: [], negated: false };

/** Lists with more values are looked up in a set: a policy may name every asset of a catalog. */
const LONG_LIST = 16;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function isAmong(values: readonly string[], value: string): boolean {
  if (values.length <= LONG_LIST) return values.includes(value);
  const known = sets.get(values) ?? new Set(values);
  sets.set(values, known);
  return known.has(value);
}

/** Whether the condition holds for an entity with these attributes. */
export function holds({ attribute, match, values, negated }: EntityCondition, of: EntityAttributes): boolean {
  const found = of[attribute] ?? [];
  const matches =
    match === 'equals'
      ? found.some((value) => isAmong(values, value))
      : found.some((value) => values.some((start) => value.startsWith(start)));
  return matches !== negated;
}

/** Whether all conditions hold; true for an empty list. */
export function allHold(conditions: readonly EntityCondition[], of: EntityAttributes): boolean {
  return conditions.every((condition) => holds(condition, of));
}

/** Whether the predicate holds for an entity with these attributes. */
export function satisfies(predicate: EntityPredicate, of: EntityAttributes): boolean {
  return predicate.some((conditions) => allHold(conditions, of));
}

/** Evaluates the predicate from the urn alone; undefined if the result depends on other attributes. */
export function satisfiesByUrn(predicate: EntityPredicate, of: EntityAttributes): boolean | undefined {
  let isOpen = false;
  for (const conditions of predicate) {
    const decided = conditions.filter(isDecidedByUrn);
    if (!allHold(decided, of)) continue;
    if (decided.length === conditions.length) return true;
    isOpen = true;
  }
  return isOpen ? undefined : false;
}
