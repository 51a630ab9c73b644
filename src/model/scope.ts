import type { EntityPredicate } from './entity-predicate.ts';
import type { Generation, Sequence } from './sequence.ts';
import type { Urn } from './urn.ts';

/**
 * What one caller may see. The store's reads of entities take it; `query/` adds it to each search as a condition.
 * What a scope hides does not exist for the caller, in values or in counts.
 */
export interface Scope {
  /**
   * Whether the caller may see this entity. If that depends on more than the urn, `settle` must have been called for the
   * entity; otherwise false.
   */
  readonly seesEntity: (urn: Urn) => boolean;
  /**
   * Whether the caller sees this entity only because it is the caller's own account. No policy shows it, so its
   * structured properties, which need a policy, stay hidden.
   */
  readonly seesAsOwnOnly: (urn: Urn) => boolean;
  /** Loads the attributes that `seesEntity` and `seesAssignment` need for these entities, if any. */
  readonly settle: (urns: readonly Urn[]) => Promise<void>;
  /** `seesEntity` as a predicate for the index; undefined if the caller sees every entity. */
  readonly entityFilter: EntityPredicate | undefined;
  /**
   * For entities of this type, which describe others: the subjects whose attributes grant visibility only to
   * statements from a commit on, with its sequence. Its creator could not see earlier statements about its urn. A
   * subject that is absent has no such limit.
   */
  readonly shownSince: (subjects: readonly Urn[], entityType: string) => Promise<ReadonlyMap<Urn, Sequence>>;
  /**
   * Whether a subject created by `maker` does not make earlier statements of this type about its urn visible, because
   * the maker could not see them.
   */
  readonly lacksCreatorAccess: (maker: Urn, subject: Urn, entityType: string) => boolean;
  /** Matches tables whose queries the caller may see; a query is visible if all its tables match. Adds to `entityFilter`. */
  readonly queriedTables: EntityPredicate;
  /**
   * Whether the caller may see assignments of this property and generation on the entity, or without `entity` on at
   * least one entity.
   */
  readonly seesAssignment: (propertyUrn: Urn, generation: Generation, entity?: Urn) => boolean;
  /** On which visible entities the caller may see assignments of the property; undefined: on all, empty: on none. */
  readonly assignmentFilter: (propertyUrn: Urn) => EntityPredicate | undefined;
  /** Whether values of the property are numbers, even if stored as strings. */
  readonly holdsNumbers: (propertyUrn: string) => boolean;
  /** False if any property is hidden from the caller on any entity; then results must not combine properties. */
  readonly seesEveryProperty: boolean;
  /** The user whose personal settings and views are visible; undefined: those of all users. */
  readonly viewer: Urn | undefined;
  /** Scopes with the same `rules` object have equal visibility after the same commit; undefined: unknown. */
  readonly rules: object | undefined;
}

/** Hides nothing stored, not even dead assignments. For the server's own reads. */
export const EVERYTHING: Scope = {
  seesEntity: () => true,
  seesAsOwnOnly: () => false,
  settle: () => Promise.resolve(),
  entityFilter: undefined,
  shownSince: () => Promise.resolve(new Map()),
  lacksCreatorAccess: () => false,
  queriedTables: [],
  seesAssignment: () => true,
  assignmentFilter: () => undefined,
  holdsNumbers: () => false,
  seesEveryProperty: true,
  viewer: undefined,
  rules: undefined,
};
