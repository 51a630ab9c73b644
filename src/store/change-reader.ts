import type { Aspect, AspectKey, AuditStamp, EntityAspects } from '../model/aspect.ts';
import type { GenerationKey } from '../model/properties/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { Generation, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';

/** A position in the change log: after the commit with this sequence. */
export interface LogPosition {
  /** 0: before the first commit. */
  readonly sequence: Sequence;
  /** Identity of the commit, see `CommitMark`; undefined: it has none, or it is not known. */
  readonly id: string | undefined;
}

/** A side of a change. */
export type ChangeSide = 'before' | 'after';

/** What one commit changed in one aspect, or one point that it wrote, as visible to a scope. */
export interface SeenChange extends AspectKey {
  /** The position after its commit. */
  readonly position: LogPosition;
  /** Position among the changes of the commit that are selected and visible, from 0. */
  readonly index: number;
  /** Who committed it, and when. */
  readonly created: AuditStamp;
  /** `DELETE`: the scope sees nothing of the aspect any more. */
  readonly changeType: 'UPSERT' | 'DELETE';
  /** Ingestion run that wrote it; undefined: it is not known. */
  readonly runId: string | undefined;
  /** Undefined: the scope saw nothing of it, or `notKept` says that it is unknown. Always undefined for a point. */
  readonly before: Aspect | undefined;
  /** Undefined for a deletion, or if `notKept` says that it is unknown. */
  readonly after: Aspect | undefined;
  /** The values that are no longer stored, because the aspect was deleted or its history was cut since. */
  readonly notKept: readonly ChangeSide[];
  /** Of assignments: the generation of each property whose values `before` or `after` shows. May name hidden ones, too. */
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
  /** Maximum characters of the values, unless the first commit has more: its values beyond 64 Mi characters are left out, as if not kept. */
  readonly most?: number;
  /** Whether the scope shows whatever has this urn: entities that do not exist are judged by it. */
  readonly seesGone: (urn: Urn) => boolean;
}

/** An ended generation whose values are looked for, and the last commit to look at. */
export interface LostValuesSelection extends GenerationKey {
  readonly upTo: Sequence;
}

/** A value of an ended generation that a write has taken from an asset. */
export interface LostValue {
  readonly urn: Urn;
  /** The element of `properties` with the values. */
  readonly element: JsonObject;
}

/** A page of changes, in log order. */
export interface SeenChanges {
  readonly changes: readonly SeenChange[];
  /** Where the next page begins. */
  readonly position: LogPosition;
}

/**
 * Reads the change log for callers, with the values that commits wrote. Rejects with UNAVAILABLE when a networked store
 * cannot be read.
 */
export interface ChangeReader {
  /**
   * The visible changes of the next commits after `position`; those of one commit are never split. May be empty before
   * `upTo` is reached. CONFLICT (TrimmedLogError) when the commits have been trimmed. Settles the scope.
   */
  after(position: LogPosition, selection: ChangeSelection, scope: Scope): Promise<SeenChanges>;
  /**
   * The values of an ended generation that the next commits after `position` took from assets that exist and that the scope
   * shows: the removal of dead values, which is no change to callers, and other writes of the same assets. Tells nothing about
   * who may read the property. May be empty before `upTo` is reached. CONFLICT as for `after`. Settles the scope.
   */
  lostValues(
    position: LogPosition,
    selection: LostValuesSelection,
    scope: Scope,
  ): Promise<{ readonly lost: readonly LostValue[]; readonly position: LogPosition }>;
  /**
   * What the scope sees now of an entity as it was after a commit, and the names of those aspects whose version of then is not
   * stored any more. Right only if all deletions since are kept. Settles the scope.
   */
  asOf(
    urn: Urn,
    sequence: Sequence,
    seesGone: ChangeSelection['seesGone'],
    scope: Scope,
  ): Promise<{ readonly aspects: EntityAspects; readonly notKept: ReadonlySet<string> }>;
  /** Time (epoch ms) of the first commit after the position; undefined: there is none yet. CONFLICT as for `after`. */
  timeAfter(position: LogPosition): Promise<number | undefined>;
  /** The position before the oldest commit that is kept. */
  oldest(): Promise<LogPosition>;
  /**
   * The position before the first commit that was made at `time` (epoch ms) or later, at most that of `upTo`; undefined
   * when earlier commits have been trimmed. Exact as far as the clocks of the processes agree.
   */
  at(time: number, upTo: Sequence): Promise<LogPosition | undefined>;
  /** The position after a commit. */
  positionOf(sequence: Sequence): Promise<LogPosition>;
  /** Whether the position is known to be one of another catalog. */
  isForeign(position: LogPosition): boolean;
  /** Whether the log still has the commit of the position, where commits can be told apart. */
  confirms(position: LogPosition): Promise<boolean>;
}
