import type { EntityPredicate } from './entity-predicate.ts';
import type { Generation } from './sequence.ts';
import type { Urn } from './urn.ts';

/**
 * What one caller may see. Every read of the store and of the index takes one, so that no path can forget it:
 * what a scope leaves out does not exist for the caller, neither as value nor in a count.
 */
export interface Scope {
  /**
   * Whether the caller may see this entity at all. Where that depends on more than the urn, an entity that has not
   * been settled is not seen.
   */
  readonly seesEntity: (urn: Urn) => boolean;
  /** Looks up what decides whether the caller may see these entities; resolves at once when nothing need be. */
  readonly settle: (urns: readonly Urn[]) => Promise<void>;
  /** The same restriction as a predicate for the index; undefined when the caller sees every entity. */
  readonly entityFilter: EntityPredicate | undefined;
  /**
   * Whether the caller may see assignments of this property that were made under this generation: on the entity, or
   * on any if none is named.
   */
  readonly seesAssignment: (propertyUrn: Urn, generation: Generation, entity?: Urn) => boolean;
  /** On which of the entities that the caller sees assignments of the property may be seen; undefined: on all. */
  readonly assignmentFilter: (propertyUrn: Urn) => EntityPredicate | undefined;
  /** False when some property is hidden from the caller on some entity, so that nothing may mix properties. */
  readonly seesEveryProperty: boolean;
}

/** For the write path and for jobs: everything that is stored, also what is hidden or dead. */
export const EVERYTHING: Scope = {
  seesEntity: () => true,
  settle: () => Promise.resolve(),
  entityFilter: undefined,
  seesAssignment: () => true,
  assignmentFilter: () => undefined,
  seesEveryProperty: true,
};
