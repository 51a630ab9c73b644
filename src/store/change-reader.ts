import type { Aspect, AspectKey, AuditStamp, EntityAspects } from '../model/aspect.ts';
import type { GenerationKey } from '../model/properties/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { Generation, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';

/** A position in the change log: just after the commit with this sequence. */
export interface LogPosition {
  /** 0: before the first commit. */
  readonly sequence: Sequence;
  /** Identity of the commit, see `CommitMark`; undefined: the commit has none, or it is unknown. */
  readonly id: string | undefined;
}

/** A side of a change: the value before or after it. */
export type ChangeSide = 'before' | 'after';

/** A change of one aspect in one commit, or one written point, as visible to a scope. */
export interface SeenChange extends AspectKey {
  /** The position after its commit. */
  readonly position: LogPosition;
  /** Index among the selected and visible changes of the commit, from 0. */
  readonly index: number;
  /** Who committed it, and when. */
  readonly created: AuditStamp;
  /** `DELETE`: nothing of the aspect is visible to the scope any more. */
  readonly changeType: 'UPSERT' | 'DELETE';
  /** Ingestion run that wrote the change; undefined: unknown. */
  readonly runId: string | undefined;
  /** Undefined: nothing was visible before, or `notKept` names this side. Always undefined for a point. */
  readonly before: Aspect | undefined;
  /** Undefined for a deletion, or if `notKept` names this side. */
  readonly after: Aspect | undefined;
  /** The sides whose values are no longer stored, because the aspect was deleted or its history trimmed since. */
  readonly notKept: readonly ChangeSide[];
  /** Of assignments: the generation of each property with values in `before` or `after`. May include hidden properties. */
  readonly generations: ReadonlyMap<string, Generation>;
}

/** Which changes to read. */
export interface ChangeSelection {
  /** Last commit to read. */
  readonly upTo: Sequence;
  /** Selects entries by name, before anything is read. */
  readonly fits: (key: AspectKey) => boolean;
  /** Maximum number of changes, unless the first commit has more. */
  readonly limit: number;
  /**
   * Maximum characters of the values, unless the first commit has more: of that, values beyond 64 Mi characters are reported as not kept.
   */
  readonly most?: number;
  /** Whether the scope may see deleted entities of this urn: the urn alone grants access. */
  readonly seesDeleted: (urn: Urn) => boolean;
}

/** Selects the values of an ended generation, up to a commit. */
export interface LostValuesSelection extends GenerationKey {
  readonly upTo: Sequence;
}

/** A value of an ended generation that a write removed from an asset. */
export interface LostValue {
  readonly urn: Urn;
  /** The element of `properties` that holds the values. */
  readonly element: JsonObject;
}

/** A page of changes, in log order. */
export interface SeenChanges {
  readonly changes: readonly SeenChange[];
  /** Where the next page starts. */
  readonly position: LogPosition;
}

/**
 * Reads the change log for callers, with the values that commits wrote. Rejects with UNAVAILABLE when a networked store
 * cannot be read.
 */
export interface ChangeReader {
  /**
   * The visible changes of the next commits after `position`; a commit is never split. May be empty before `upTo` is
   * reached. Settles the scope. CONFLICT (TrimmedLogError) when the commits have been trimmed.
   */
  after(position: LogPosition, selection: ChangeSelection, scope: Scope): Promise<SeenChanges>;
  /**
   * The values of an ended generation that the next commits after `position` removed from existing assets visible to the
   * scope: by removals of dead values, which are not reported as changes, and by other writes. Does not check who may read the
   * property. May be empty before `upTo` is reached. Settles the scope. CONFLICT as for `after`.
   */
  lostValues(
    position: LogPosition,
    selection: LostValuesSelection,
    scope: Scope,
  ): Promise<{ readonly lost: readonly LostValue[]; readonly position: LogPosition }>;
  /**
   * An entity as it was after a commit, limited to what the scope may see now, and the names of the aspects whose version of
   * that time is no longer stored. Exact only if all later deletions are kept. Settles the scope.
   */
  asOf(
    urn: Urn,
    sequence: Sequence,
    seesDeleted: ChangeSelection['seesDeleted'],
    scope: Scope,
  ): Promise<{ readonly aspects: EntityAspects; readonly notKept: ReadonlySet<string> }>;
  /** Time (epoch ms) of the first commit after the position; undefined: none yet. CONFLICT as for `after`. */
  timeAfter(position: LogPosition): Promise<number | undefined>;
  /** The position before the oldest kept commit. */
  oldest(): Promise<LogPosition>;
  /**
   * The position before the first commit made at `time` (epoch ms) or later, at most that of `upTo`; undefined when
   * earlier commits have been trimmed. As exact as the clocks of the processes agree.
   */
  at(time: number, upTo: Sequence): Promise<LogPosition | undefined>;
  /** The position after a commit. */
  positionOf(sequence: Sequence): Promise<LogPosition>;
  /** Whether the position is known to belong to another catalog. */
  isForeign(position: LogPosition): boolean;
  /** Whether the log still has the commit of the position. True where commits have no ids to compare. */
  confirms(position: LogPosition): Promise<boolean>;
}
