import type { EntityPredicate } from './entity-predicate.ts';
import type { Generation, Sequence } from './sequence.ts';
import type { Urn } from './urn.ts';

/**
 * What one caller may see. The store's reads of entities take it; `query/` turns it into a condition of each search. What
 * a scope hides does not exist for the caller, neither as a value nor in a count.
 */
export interface Scope {
  /**
   * Whether the caller may see this entity. If that depends on more than the urn, `settle` must have been called for the
   * entity; otherwise false.
   */
  readonly seesEntity: (urn: Urn) => boolean;
  /**
   * Whether the caller sees this entity only because it is the caller's own account: no policy shows it, so nothing of it
   * that depends on policies for structured properties is visible.
   */
  readonly seesAsOwnOnly: (urn: Urn) => boolean;
  /** Loads the attributes that `seesEntity` and `seesAssignment` need for these entities, if any. */
  readonly settle: (urns: readonly Urn[]) => Promise<void>;
  /** `seesEntity` as a predicate for the index; undefined if the caller sees every entity. */
  readonly entityFilter: EntityPredicate | undefined;
  /**
   * For entities of this type, which are about others, the subjects whose attributes show them only from a commit on, with
   * its sequence: somebody made the subject who did not see whatever has its urn. Absent: all that is about it.
   */
  readonly shownSince: (subjects: readonly Urn[], entityType: string) => Promise<ReadonlyMap<Urn, Sequence>>;
  /**
   * Whether a subject that `maker` made does not show what entities of this type stated of its urn before, because the maker
   * did not see it.
   */
  readonly madeBlindly: (maker: Urn, subject: Urn, entityType: string) => boolean;
  /** Matches tables whose queries the caller may see; a query is visible if all its tables match. Adds to `entityFilter`. */
  readonly queriedTables: EntityPredicate;
  /**
   * Whether the caller may see assignments of this property and generation on the entity, or without `entity` on at
   * least one entity.
   */
  readonly seesAssignment: (propertyUrn: Urn, generation: Generation, entity?: Urn) => boolean;
  /** On which visible entities the caller may see assignments of the property; undefined: on all, empty: on none. */
  readonly assignmentFilter: (propertyUrn: Urn) => EntityPredicate | undefined;
  /** Whether values of the property are numbers, also where they are stored as texts. */
  readonly holdsNumbers: (propertyUrn: string) => boolean;
  /** False if any property is hidden from the caller on any entity; then results must not combine properties. */
  readonly seesEveryProperty: boolean;
  /** The user whose personal settings and views are visible; undefined: those of everybody. */
  readonly viewer: Urn | undefined;
  /** Scopes with the same object show the same after the same commit; undefined: it is not known which do. */
  readonly rules: object | undefined;
}

/** Hides nothing stored, not even dead assignments: for what the server asks the read path for itself. */
export const EVERYTHING: Scope = {
  seesEntity: () => true,
  seesAsOwnOnly: () => false,
  settle: () => Promise.resolve(),
  entityFilter: undefined,
  shownSince: () => Promise.resolve(new Map()),
  madeBlindly: () => false,
  queriedTables: [],
  seesAssignment: () => true,
  assignmentFilter: () => undefined,
  holdsNumbers: () => false,
  seesEveryProperty: true,
  viewer: undefined,
  rules: undefined,
};
