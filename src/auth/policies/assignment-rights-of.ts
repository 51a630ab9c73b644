import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import { isAboutEntity, isAboutProperty } from '../../model/access/grants.ts';
import { satisfies, type EntityAttributes } from '../../model/entity-predicate.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { attributesOfUrn } from '../../model/entity-attributes.ts';
import type { ReadAttributes } from '../../query/visibility/judged-entities.ts';
import type { Actor } from '../actor.ts';
import type { ActorRights } from './actor-rights.ts';
import { attributesOfNew } from './entity-attributes.ts';

/** Entities whose assignments are written. */
export interface AssignedEntities {
  readonly entities: readonly Urn[];
  /** Those that are new, with their domains. */
  readonly created: ReadonlyMap<Urn, readonly Urn[]>;
}

/**
 * The actor's rights on the assignments of these entities, with the restriction of its token; undefined if it may see and assign
 * every property.
 */
export async function assignmentRightsOf(
  rights: ActorRights,
  restriction: Actor['restriction'],
  { entities, created }: AssignedEntities,
  readAttributes: ReadAttributes,
): Promise<AssignmentRights | undefined> {
  const readRules = rights.readRules(restriction);
  const onlyProperties = restriction?.properties;
  const editing = rights.granting('EDIT_ENTITY_PROPERTIES');
  const creating = rights.granting('CREATE_ENTITY');
  const isPlain = [...editing, ...creating].every(({ properties }) => properties.length === 0);
  if (isPlain && readRules.seesEveryProperty && onlyProperties === undefined) return undefined;
  const holders = entities.flatMap((urn) => holderOf(urn) ?? []);
  const domains = [...created.values()].flat();
  const read = await readAttributes([...new Set([...entities, ...holders, ...domains])]);
  const attributesOf = (urn: Urn): EntityAttributes => read.get(urn) ?? attributesOfUrn(urn);
  /** Rights on a new entity must hold in each of its domains. */
  const cases = (urn: Urn): readonly EntityAttributes[] => {
    const of = created.get(urn) ?? [];
    return of.length === 0
      ? [attributesOf(urn)]
      : of.map((domain) => attributesOfNew(urn, attributesOf(domain)));
  };
  const grants = new Map(
    entities.map((urn) => {
      const able = created.has(urn) ? [...editing, ...creating] : editing;
      return [urn, able.filter((grant) => cases(urn).every((one) => isAboutEntity(grant, one)))];
    }),
  );
  return {
    seesEveryProperty: readRules.seesEveryProperty,
    mayRead: (propertyUrn, entity) => {
      const where = readRules.property(propertyUrn);
      if (typeof where === 'string') return where === 'everywhere';
      const holder = holderOf(entity);
      const ofHolder = holder && { ...attributesOf(holder), entityType: [entityTypeOf(entity)] };
      return cases(entity).every((one) => satisfies(where, one)) && (!ofHolder || satisfies(where, ofHolder));
    },
    mayKnow: (propertyUrn) => readRules.property(propertyUrn) !== 'nowhere',
    mayAssign: (propertyUrn, entity) => {
      if (onlyProperties?.includes(propertyUrn) === false) return false;
      if (rights.isUnlimited) return true;
      return grants.get(entity)?.some((grant) => isAboutProperty(grant, propertyUrn)) === true;
    },
  };
}
