import { holderOf } from '../../model/relationships/column-holder.ts';
import type { EntityAttribute, EntityAttributes } from '../../model/entity-predicate.ts';
import { satisfies, satisfiesByUrn } from '../../model/entity-predicate.ts';
import type { EntityPredicate } from '../../model/entity-predicate.ts';
import type { Scope } from '../../model/scope.ts';
import type { Generation } from '../../model/sequence.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { QUERY_TYPE, dependsOnSubjects, tablesOf } from '../../model/access/subject-types.ts';
import { entityTypeOf, isUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';

/**
 * Reads the attributes of entities that policies can test. An entity that does not exist has the attributes of its urn.
 * The result must contain at least the attributes in `asked`, or all if it is absent.
 */
export type ReadAttributes = (
  urns: readonly Urn[],
  asked?: ReadonlySet<EntityAttribute>,
) => Promise<ReadonlyMap<Urn, EntityAttributes>>;

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

/**
 * Creates the scope of an actor. Create one per request: entity attributes are cached from the last `settle`, while
 * changes of the property directory apply immediately.
 *
 * - An assignment is visible if its generation is live, its property is not soft-deleted, and the actor may see it.
 * - A column is visible if both its own attributes and those of its parent allow it, because its urn reveals the parent.
 * - An entity with subjects, such as an incident, is visible if at least one subject is. Subjects are evaluated with the
 *   entity type of the entity about them, so that a rule can apply to incidents only.
 * - One's own account is visible by its urn, without what depends on rules for structured properties.
 * - Of a query every subject must be visible, because its text tells of all of them; or each must match `queriedTables`,
 *   and then the query itself needs no rule. A column counts as its table.
 */
export function scopeOf(
  properties: PropertyDirectory,
  readRules: ReadRules = FULL_READ_RULES,
  readAttributes: ReadAttributes = READ_NOTHING,
): Scope {
  const settled = new Map<Urn, EntityAttributes>();
  const isLive = (propertyUrn: Urn, generation: Generation): boolean => {
    const property = properties.get(propertyUrn);
    return property !== undefined && !property.removed && property.generation === generation;
  };
  const holdsFor = (predicate: EntityPredicate, urn: Urn, entityType: string): boolean => {
    const told = satisfiesByUrn(predicate, { ...attributesOfUrn(urn), entityType: [entityType] });
    if (told !== undefined) return told;
    const attributes = settled.get(urn);
    return attributes !== undefined && satisfies(predicate, { ...attributes, entityType: [entityType] });
  };
  const isIn = (predicate: EntityPredicate, urn: Urn, entityType = entityTypeOf(urn)): boolean => {
    const holder = holderOf(urn);
    const isHolderIn = holder === undefined || holdsFor(predicate, holder, entityType);
    return isHolderIn && holdsFor(predicate, urn, entityType);
  };
  const isSubjectIn = (predicate: EntityPredicate, urn: Urn): boolean => {
    const entityType = entityTypeOf(urn);
    if (!dependsOnSubjects(predicate, entityType)) return true;
    const attributes = settled.get(urn);
    const subjects = subjectsIn(attributes);
    if (subjects.length === 0) return attributes !== undefined;
    if (entityType === QUERY_TYPE)
      return tablesOf(subjects).every((table) => isIn(predicate, table, entityType));
    return subjects.some((subject) => isIn(predicate, subject, entityType));
  };
  const isQueryOfSeen = (urn: Urn): boolean => {
    if (entityTypeOf(urn) !== QUERY_TYPE) return false;
    const tables = tablesOf(subjectsIn(settled.get(urn)));
    const { queriedTables } = readRules;
    return tables.length > 0 && tables.every((table) => holdsFor(queriedTables, table, entityTypeOf(table)));
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
