import { attributesOfUrn } from '../../model/entity-attributes.ts';
import { satisfiesByUrn, type EntityAttribute } from '../../model/entity-predicate.ts';
import type { Scope } from '../../model/scope.ts';
import type { Generation } from '../../model/sequence.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { dependsOnSubjects } from '../../model/access/subject-types.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { JudgedEntities, withHolder, type FindRules, type ReadAttributes } from './judged-entities.ts';

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

/** For an actor whose access does not depend on stored attributes. */
const READ_NOTHING: ReadAttributes = () => Promise.resolve(new Map());

/** Reads no attributes, only what `JudgedAttributes` adds to them. */
const NO_ATTRIBUTES: ReadonlySet<EntityAttribute> = new Set();

/**
 * Creates the scope of an actor. Create one per request: entity attributes are cached from the last `settle`, while changes
 * of the property directory apply immediately.
 *
 * - An assignment is visible if its generation is live, its property is not soft-deleted, and the actor may see it.
 * - A column is visible if both its own attributes and those of its parent allow it, because its urn reveals the parent.
 * - An entity with subjects, such as an incident, is visible if at least one subject is. Subjects are evaluated with the
 *   entity type of the entity about them, so that a rule can apply to incidents only.
 * - The attributes of a subject, and of the parent of a column, count only for statements made since the subject was created,
 *   unless its creator could see the earlier ones: creating an entity grants no access to what others have stated about it.
 * - One's own account is visible by its urn, without the parts that depend on rules for structured properties.
 * - Every subject of a query must be visible, because its text names all of them; or each must match `queriedTables`, in which
 *   case the query itself needs no rule. A column counts as its table.
 */
export function scopeOf(
  properties: PropertyDirectory,
  readRules: ReadRules = FULL_READ_RULES,
  readAttributes: ReadAttributes = READ_NOTHING,
  rulesOf: FindRules = () => FULL_READ_RULES,
): Scope {
  const judged = new JudgedEntities(readAttributes, rulesOf);
  const isLive = (propertyUrn: Urn, generation: Generation): boolean => {
    const property = properties.get(propertyUrn);
    return property !== undefined && !property.removed && property.generation === generation;
  };
  const isShown = (urn: Urn): boolean =>
    readRules.entities === undefined ||
    (judged.isIn(readRules.entities, urn) && judged.isSubjectIn(readRules.entities, urn)) ||
    judged.isQueryOf(readRules.queriedTables, urn);
  const isOwn = (urn: Urn): boolean => urn === readRules.ownAccount;
  return {
    seesEntity: (urn) => isOwn(urn) || isShown(urn),
    seesAsOwnOnly: (urn) => isOwn(urn) && !isShown(urn),
    settle: async (urns) => {
      const { entities, needsAttributes } = readRules;
      const about = entities ? urns.filter((urn) => dependsOnSubjects(entities, entityTypeOf(urn))) : [];
      const open = urns.filter((urn) => isOpen(readRules, urn)).flatMap(withHolder);
      await judged.settle([...about, ...open]);
      if (needsAttributes)
        await judged.settle(about.flatMap((urn) => judged.subjectsOf(urn)).flatMap(withHolder));
    },
    entityFilter: readRules.entities,
    shownSince: async (subjects, entityType) => {
      const found = await readAttributes(subjects, NO_ATTRIBUTES);
      return new Map(
        [...found].flatMap(([urn, { made }]) =>
          made !== undefined && judged.lacksCreatorAccess(made.by, urn, entityType)
            ? [[urn, made.sequence]]
            : [],
        ),
      );
    },
    lacksCreatorAccess: judged.lacksCreatorAccess,
    queriedTables: readRules.queriedTables,
    seesAssignment: (propertyUrn, generation, entity) => {
      if (!isLive(propertyUrn, generation)) return false;
      const where = readRules.property(propertyUrn);
      if (where === 'everywhere') return true;
      return where !== 'nowhere' && (entity === undefined || judged.isIn(where, entity));
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
 * Whether the scope shows every entity that could have this urn. Otherwise, hidden entities must look like entities that do
 * not exist.
 */
export function isVisibleByUrn({ entityFilter }: Scope, urn: Urn): boolean {
  if (entityFilter === undefined) return true;
  const entityType = entityTypeOf(urn);
  return (
    !dependsOnSubjects(entityFilter, entityType) &&
    withHolder(urn).every((one) => satisfiesByUrn(entityFilter, { urn: [one], entityType: [entityType] }))
  );
}

/** Whether access to the entity, or to its properties, depends on attributes other than the urn. */
function isOpen({ entities, needsAttributes }: ReadRules, urn: Urn): boolean {
  if (entities === undefined) return needsAttributes;
  const decided = satisfiesByUrn(entities, attributesOfUrn(urn));
  return needsAttributes ? decided !== false : decided === undefined;
}
