import { holderOf } from '../model/column-holder.ts';
import type { EntityAttribute, EntityAttributes } from '../model/entity-predicate.ts';
import { satisfies, satisfiesByUrn } from '../model/entity-predicate.ts';
import type { EntityPredicate } from '../model/entity-predicate.ts';
import type { Scope } from '../model/scope.ts';
import type { Generation } from '../model/sequence.ts';
import type { Sight } from '../model/sight.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import { dependsOnSubjects } from '../model/subject-types.ts';
import { entityTypeOf, isUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';

/**
 * Reads what policies ask of entities; an entity that does not exist has what its urn tells. Only the attributes that are
 * `asked` for have to be there; all when that is left out.
 */
export type ReadAttributes = (
  urns: readonly Urn[],
  asked?: ReadonlySet<EntityAttribute>,
) => Promise<ReadonlyMap<Urn, EntityAttributes>>;

/** Sight of an actor who may see every entity and every property. */
export const FULL_SIGHT: Sight = {
  entities: undefined,
  property: () => 'everywhere',
  seesEveryProperty: true,
  needsAttributes: false,
};

/** For an actor whose rights depend on nothing that would have to be read. */
const READ_NOTHING: ReadAttributes = () => Promise.resolve(new Map());

/**
 * The scope of an actor: an assignment is there only while the life of the property that it was made under is the live
 * one and the property is not soft-deleted, and where the actor may see it. It follows the directory as that changes;
 * what was looked up of entities last counts, so it is made anew for each request. A column is seen where its own
 * attributes allow it and those of the entity that holds it do: the urn of the column tells of that entity. What is
 * about other entities, an incident for example, is seen with one of them at least. Those are judged as if they had the
 * type of what tells of them, so that a rule may be about incidents alone.
 */
export function scopeOf(
  properties: PropertyDirectory,
  sight: Sight = FULL_SIGHT,
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
    return subjects.some((subject) => isIn(predicate, subject, entityType));
  };
  // Also what was settled before: the request may have written to it since.
  const read = async (urns: readonly Urn[]): Promise<void> => {
    if (urns.length === 0) return;
    for (const [urn, attributes] of await readAttributes([...new Set(urns)])) settled.set(urn, attributes);
  };
  return {
    seesEntity: (urn) =>
      sight.entities === undefined || (isIn(sight.entities, urn) && isSubjectIn(sight.entities, urn)),
    settle: async (urns) => {
      const { entities, needsAttributes } = sight;
      const about = entities ? urns.filter((urn) => dependsOnSubjects(entities, entityTypeOf(urn))) : [];
      const open = urns.filter((urn) => isOpen(sight, urn)).flatMap(withHolder);
      await read([...about, ...open]);
      if (needsAttributes)
        await read(about.flatMap((urn) => subjectsIn(settled.get(urn))).flatMap(withHolder));
    },
    entityFilter: sight.entities,
    seesAssignment: (propertyUrn, generation, entity) => {
      if (!isLive(propertyUrn, generation)) return false;
      const where = sight.property(propertyUrn);
      if (where === 'everywhere') return true;
      return where !== 'nowhere' && (entity === undefined || isIn(where, entity));
    },
    assignmentFilter: (propertyUrn) => {
      const where = sight.property(propertyUrn);
      if (where === 'everywhere') return undefined;
      return where === 'nowhere' ? [] : where;
    },
    seesEveryProperty: sight.seesEveryProperty,
  };
}

function subjectsIn(attributes: EntityAttributes | undefined): readonly Urn[] {
  return (attributes?.subject ?? []).filter(isUrn);
}

function withHolder(urn: Urn): readonly Urn[] {
  return [urn, holderOf(urn) ?? urn];
}

/** Whether more than the urn decides what may be seen of the entity: whether it is seen, or which of its properties. */
function isOpen({ entities, needsAttributes }: Sight, urn: Urn): boolean {
  if (entities === undefined) return needsAttributes;
  const told = satisfiesByUrn(entities, attributesOfUrn(urn));
  return needsAttributes ? told !== false : told === undefined;
}

/** What a urn tells of its entity. */
export function attributesOfUrn(urn: Urn): EntityAttributes {
  return { urn: [urn], entityType: [entityTypeOf(urn)] };
}
