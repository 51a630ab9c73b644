import { holderOf } from '../../model/relationships/column-holder.ts';
import type { EntityAttribute, EntityAttributes } from '../../model/entity-predicate.ts';
import { satisfies, satisfiesByUrn } from '../../model/entity-predicate.ts';
import type { EntityPredicate } from '../../model/entity-predicate.ts';
import type { Scope } from '../../model/scope.ts';
import type { Generation, Sequence } from '../../model/sequence.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { QUERY_TYPE, dependsOnSubjects, tablesOf } from '../../model/access/subject-types.ts';
import { entityTypeOf, isUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';

/** Attributes of an entity, and what orders its creation and what it states. */
export type JudgedAttributes = EntityAttributes & {
  /** Commit that created it, and who did. Absent: it does not exist. */
  readonly made?: { readonly sequence: Sequence; readonly by: Urn };
  /** Sequence of the commit from which on it names its subjects. Absent: it has none. */
  readonly statedIn?: Sequence;
};

/**
 * Reads the attributes of entities that policies can test. An entity that does not exist has the attributes of its urn.
 * The result must contain at least the attributes in `asked`, or all if it is absent.
 */
export type ReadAttributes = (
  urns: readonly Urn[],
  asked?: ReadonlySet<EntityAttribute>,
) => Promise<ReadonlyMap<Urn, JudgedAttributes>>;

/** Finds the visibility rules of an actor. */
export type FindRules = (actor: Urn) => ReadRules;

/** ReadRules of an actor who sees every entity and every property. */
export const FULL_READ_RULES: ReadRules = {
  entities: undefined,
  queriedTables: [],
  property: () => 'everywhere',
  seesEveryProperty: true,
  needsAttributes: false,
  viewer: undefined,
  ownAccount: undefined,
};

/** For an actor whose visibility does not depend on stored attributes. */
const READ_NOTHING: ReadAttributes = () => Promise.resolve(new Map());

/** To read no attributes, only what `JudgedAttributes` adds to them. */
const NO_ATTRIBUTES: ReadonlySet<EntityAttribute> = new Set();

/**
 * Creates the scope of an actor. Create one per request: entity attributes are cached from the last `settle`, while
 * changes of the property directory apply immediately.
 *
 * - An assignment is visible if its generation is live, its property is not soft-deleted, and the actor may see it.
 * - A column is visible if both its own attributes and those of its parent allow it, because its urn reveals the parent.
 * - An entity with subjects, such as an incident, is visible if at least one subject is. Subjects are evaluated with the
 *   entity type of the entity about them, so that a rule can apply to incidents only.
 * - The attributes of a subject, and of the parent of a column, count only for what was stated since the subject was made,
 *   unless its maker could see what was stated before: whoever makes an entity gets no right to what others have said of it.
 * - One's own account is visible by its urn, without what depends on rules for structured properties.
 * - Of a query every subject must be visible, because its text tells of all of them; or each must match `queriedTables`,
 *   and then the query itself needs no rule. A column counts as its table.
 */
export function scopeOf(
  properties: PropertyDirectory,
  readRules: ReadRules = FULL_READ_RULES,
  readAttributes: ReadAttributes = READ_NOTHING,
  rulesOf: FindRules = () => FULL_READ_RULES,
): Scope {
  const settled = new Map<Urn, JudgedAttributes>();
  const isLive = (propertyUrn: Urn, generation: Generation): boolean => {
    const property = properties.get(propertyUrn);
    return property !== undefined && !property.removed && property.generation === generation;
  };
  const madeBlindly = blindMakers(rulesOf);
  /** Whether an entity has what the predicate wants of one of this type. */
  const holdsFor = (predicate: EntityPredicate, urn: Urn, entityType: string): boolean => {
    const told = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (told !== undefined) return told;
    const attributes = settled.get(urn);
    return attributes !== undefined && satisfies(predicate, { ...attributes, entityType: [entityType] });
  };
  /**
   * `holdsFor` for one that a statement is about: one that does not exist, or was made later, is judged by its urn alone.
   * Columns need not exist.
   */
  const holdsSince = (predicate: EntityPredicate, urn: Urn, entityType: string, statement: Urn): boolean => {
    const told = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (told !== undefined) return told;
    const made = settled.get(urn)?.made;
    if (made === undefined) return holderOf(urn) !== undefined && holdsFor(predicate, urn, entityType);
    const of = settled.get(statement);
    const statedIn = of?.statedIn ?? of?.made?.sequence ?? Infinity;
    if (made.sequence > statedIn && madeBlindly(made.by, urn, entityTypeOf(statement))) return false;
    return holdsFor(predicate, urn, entityType);
  };
  const isIn = (predicate: EntityPredicate, urn: Urn): boolean => {
    const holder = holderOf(urn);
    const entityType = entityTypeOf(urn);
    const isHolderIn = holder === undefined || holdsSince(predicate, holder, entityType, urn);
    return isHolderIn && holdsFor(predicate, urn, entityType);
  };
  const isSubjectIn = (predicate: EntityPredicate, urn: Urn): boolean => {
    const entityType = entityTypeOf(urn);
    if (!dependsOnSubjects(predicate, entityType)) return true;
    const attributes = settled.get(urn);
    const subjects = subjectsIn(attributes);
    if (subjects.length === 0) return attributes !== undefined;
    const isTaken = (subject: Urn): boolean => holdsSince(predicate, subject, entityType, urn);
    if (entityType === QUERY_TYPE) return tablesOf(subjects).every(isTaken);
    return subjects.some((subject) => withHolder(subject).every(isTaken));
  };
  const isQueryOfSeen = (urn: Urn): boolean => {
    if (entityTypeOf(urn) !== QUERY_TYPE) return false;
    const tables = tablesOf(subjectsIn(settled.get(urn)));
    const { queriedTables } = readRules;
    return (
      tables.length > 0 && tables.every((table) => holdsSince(queriedTables, table, entityTypeOf(table), urn))
    );
  };
  const isShown = (urn: Urn): boolean =>
    readRules.entities === undefined ||
    (isIn(readRules.entities, urn) && isSubjectIn(readRules.entities, urn)) ||
    isQueryOfSeen(urn);
  const isOwn = (urn: Urn): boolean => urn === readRules.ownAccount;
  // Reads again what is already cached: the request can have written to it since.
  const read = async (urns: readonly Urn[]): Promise<void> => {
    if (urns.length === 0) return;
    for (const [urn, attributes] of await readAttributes([...new Set(urns)])) settled.set(urn, attributes);
  };
  return {
    seesEntity: (urn) => isOwn(urn) || isShown(urn),
    seesAsOwnOnly: (urn) => isOwn(urn) && !isShown(urn),
    settle: async (urns) => {
      const { entities, needsAttributes } = readRules;
      const about = entities ? urns.filter((urn) => dependsOnSubjects(entities, entityTypeOf(urn))) : [];
      const open = urns.filter((urn) => isOpen(readRules, urn)).flatMap(withHolder);
      await read([...about, ...open]);
      if (needsAttributes)
        await read(about.flatMap((urn) => subjectsIn(settled.get(urn))).flatMap(withHolder));
    },
    entityFilter: readRules.entities,
    shownSince: async (subjects, entityType) => {
      const found = await readAttributes(subjects, NO_ATTRIBUTES);
      return new Map(
        [...found].flatMap(([urn, { made }]) =>
          made !== undefined && madeBlindly(made.by, urn, entityType) ? [[urn, made.sequence]] : [],
        ),
      );
    },
    queriedTables: readRules.queriedTables,
    seesAssignment: (propertyUrn, generation, entity) => {
      if (!isLive(propertyUrn, generation)) return false;
      const where = readRules.property(propertyUrn);
      if (where === 'everywhere') return true;
      return where !== 'nowhere' && (entity === undefined || isIn(where, entity));
    },
    assignmentFilter: (propertyUrn) => {
      const where = readRules.property(propertyUrn);
      if (where === 'everywhere') return undefined;
      return where === 'nowhere' ? [] : where;
    },
    holdsNumbers: (propertyUrn) =>
      isUrn(propertyUrn) && properties.get(propertyUrn)?.definition.valueType === 'number',
    seesEveryProperty: readRules.seesEveryProperty,
    viewer: readRules.viewer,
    rules: readRules,
  };
}

/**
 * Whether the scope shows whatever has this urn. Otherwise, what the scope hides must not be told from what does not exist.
 */
export function seesByUrn({ entityFilter }: Scope, urn: Urn): boolean {
  if (entityFilter === undefined) return true;
  const entityType = entityTypeOf(urn);
  return (
    !dependsOnSubjects(entityFilter, entityType) &&
    withHolder(urn).every((one) => satisfiesByUrn(entityFilter, { urn: [one], entityType: [entityType] }))
  );
}

/** Creates a test whether an actor does not see what entities of a type state of an urn, whatever has it. */
function blindMakers(rulesOf: FindRules): (maker: Urn, subject: Urn, entityType: string) => boolean {
  const known = new Map<Urn, ReadRules>();
  return (maker, subject, entityType) => {
    const rules = known.get(maker) ?? rulesOf(maker);
    known.set(maker, rules);
    const sees = (predicate: EntityPredicate | undefined, type: string): boolean =>
      predicate === undefined || satisfiesByUrn(predicate, { urn: [subject], entityType: [type] }) === true;
    if (sees(rules.entities, entityType)) return false;
    return entityType !== QUERY_TYPE || !sees(rules.queriedTables, entityTypeOf(subject));
  };
}

function subjectsIn(attributes: EntityAttributes | undefined): readonly Urn[] {
  return (attributes?.subject ?? []).filter(isUrn);
}

function withHolder(urn: Urn): readonly Urn[] {
  return [urn, holderOf(urn) ?? urn];
}

/** Whether visibility of the entity, or of its properties, depends on attributes other than the urn. */
function isOpen({ entities, needsAttributes }: ReadRules, urn: Urn): boolean {
  if (entities === undefined) return needsAttributes;
  const told = satisfiesByUrn(entities, attributesOfUrn(urn));
  return needsAttributes ? told !== false : told === undefined;
}

/** Attributes that follow from a urn: `urn` and `entityType`. */
export function attributesOfUrn(urn: Urn): EntityAttributes {
  return { urn: [urn], entityType: [entityTypeOf(urn)] };
}
