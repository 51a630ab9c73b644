import type { RequestOrigin } from '../model/access/audit-event.ts';
import type { Aspect, AspectKey, AuditStamp, EntityAspects, SystemMetadata } from '../model/aspect.ts';
import type {
  PropertyGeneration,
  PropertyLife,
  RemovalProgress,
} from '../model/properties/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { CommitMark, Generation, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { AuditStore } from './audit-store.ts';
import type { CommitFeed } from './commit-feed.ts';
import type { JobStore } from './job-store.ts';
import type { Leases } from './leases.ts';
import type { VersionTrimmer } from './version-trim.ts';
import type { PointReader } from './point-scan.ts';
import type { RunReader } from './run-rows.ts';

/** Internal state stored beside an aspect; no API returns it. */
export interface RowInternal {
  /** On a property definition: its generation. */
  readonly generation?: Generation;
  /** On a property definition: the greatest version it ever had in this generation. */
  readonly highestVersion?: string;
  /** On property assignments: the generation each one was made under, by property urn. */
  readonly assignments?: Readonly<Record<string, Generation>>;
  /**
   * On property assignments: sequence of the last visible change; set when later versions only dropped dead
   * assignments.
   */
  readonly shownSince?: Sequence;
}

/** One version of an aspect with its internal state. */
export interface AspectRow {
  readonly aspect: Aspect;
  readonly internal: RowInternal;
}

/** A version that is no longer the latest. */
export interface FormerVersion {
  /** Row version: 1 is the oldest. */
  readonly version: number;
  readonly row: AspectRow;
}

/** An entity that exists: an aspect of it was written, or it was created by its key. */
export interface EntityRow {
  readonly urn: Urn;
  readonly created: AuditStamp;
  /** From the write that created the entity. */
  readonly systemMetadata: SystemMetadata;
}

/** An entity with the latest row of each of its stored aspects, by aspect name. */
export interface EntityRows {
  readonly entity: EntityRow;
  readonly rows: ReadonlyMap<string, AspectRow>;
}

/** A time range in epoch ms, both ends included; a missing end is unbounded. */
export interface PointWindow {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Which points of a timeseries aspect to delete. */
export interface PointDeletion extends PointWindow {
  /** Only points written by this ingestion run. */
  readonly runId?: string | undefined;
}

/** A page of a scan over all entities. */
export interface EntityPage {
  readonly entities: ReadonlyMap<Urn, EntityRows>;
  /** The `place` of the next page; undefined after the last page. */
  readonly next: number | undefined;
}

/** One change to the rows; a commit applies its writes in order. */
export type RowWrite =
  | { readonly kind: 'createEntity'; readonly entity: EntityRow }
  /** Writes the latest version and moves the one before it into the history. */
  | { readonly kind: 'putAspect'; readonly row: AspectRow }
  /** Replaces the system metadata of the latest version, without a new version. */
  | ({ readonly kind: 'touchAspect'; readonly systemMetadata: SystemMetadata } & AspectKey)
  /** Deletes all versions, and the points of a timeseries aspect. */
  | ({ readonly kind: 'deleteAspect' } & AspectKey)
  /** Makes former version `version` the latest again, with the content of `row`; deletes all later versions. */
  | { readonly kind: 'revertAspect'; readonly row: AspectRow; readonly version: number }
  /** Deletes the entity with all aspects, versions and points. */
  | { readonly kind: 'deleteEntity'; readonly urn: Urn }
  /** Replaces the system metadata of the entity itself. */
  | { readonly kind: 'touchEntity'; readonly urn: Urn; readonly systemMetadata: SystemMetadata }
  /** Adds a point, or replaces the point with the same time and key. */
  | {
      readonly kind: 'putPoint';
      readonly aspect: Aspect;
      readonly timestampMillis: number;
      readonly pointKey: string;
    }
  | ({ readonly kind: 'deletePoints' } & AspectKey & PointDeletion)
  /** Begins a generation of a property; its record is kept after it ends. */
  | { readonly kind: 'beginGeneration'; readonly record: PropertyGeneration }
  | ({
      readonly kind: 'endGeneration';
      readonly ended: NonNullable<PropertyGeneration['ended']>;
    } & PropertyLife)
  | ({ readonly kind: 'noteRemoval'; readonly removal: RemovalProgress } & PropertyLife)
  | ({ readonly kind: 'dropMapping'; readonly droppedFrom: readonly string[] } & PropertyLife);

/** One committed change: names the aspect, not its value, which is in the row with the commit's sequence. */
export interface LogEntry extends AspectKey {
  readonly changeType: 'UPSERT' | 'DELETE';
  /**
   * Set when neither the visible value nor any derived state changed: only assignments of an ended generation were
   * removed.
   */
  readonly isUnseen?: true;
}

/** The entries of one commit. */
export interface Commit {
  readonly sequence: Sequence;
  /**
   * Distinguishes commits with the same sequence, in a store whose log can be rewound (fail-over to a lagging
   * replica).
   */
  readonly id?: string | undefined;
  readonly created: AuditStamp;
  readonly entries: readonly LogEntry[];
  /** Entities created by the commit, with all their rows; absent when the commit was read from the log. */
  readonly newEntities?: ReadonlyMap<Urn, EntityRows>;
}

/**
 * The rows that a decision reads, pending commits included. Where rows have to be fetched first, a lookup finds
 * nothing; the store then reads what was looked up, discards the outcome and calls the decision again.
 */
export interface CurrentState {
  /** Latest version, including hidden values and assignments of ended generations. */
  row(urn: Urn, aspectName: string): AspectRow | undefined;
  entity(urn: Urn): EntityRow | undefined;
  /**
   * Latest versions of one aspect of all entities of a type. Reads them all: for small sets such as property
   * settings.
   */
  rowsOf(entityType: string, aspectName: string): readonly AspectRow[];
}

/** Outcome of a decision: the writes, their log entries and the result for the caller. */
export interface Decision<T> {
  readonly writes: readonly RowWrite[];
  readonly entries: readonly LogEntry[];
  readonly created: AuditStamp;
  /** Returned to the caller once the writes are durable. */
  readonly result: T;
}

/** A pure, synchronous function of the current state; may be called several times; throws CatalogError to refuse. */
export type Decide<T> = (state: CurrentState, sequence: Sequence) => Decision<T>;

/** Outcome of a commit. */
export interface Committed<T> {
  /** Last durable sequence once committed: its own or a later one; of an earlier commit if nothing was logged. */
  readonly sequence: Sequence;
  readonly result: T;
  /** Absent when nothing was logged: there were no writes, or no entries for them. */
  readonly commit: Commit | undefined;
  /** Number of deleted aspect rows (every version counts) and of deleted points. */
  readonly removed: { readonly rows: number; readonly points: number };
}

/** One step in removing the assignments made under an ended generation of a property. */
export interface AssignmentRemoval extends PropertyLife {
  /** Progress so far; the step continues after its `walkedTo`. */
  readonly progress: RemovalProgress;
  readonly stamp: AuditStamp;
}

/** Outcome of one step of a removal. */
export interface RemovedAssignments {
  /** Progress after the step, as stored with the generation. */
  readonly progress: RemovalProgress;
  /** True when no entity can hold an assignment of the generation any more. */
  readonly isDone: boolean;
  readonly commit: Commit;
}

/**
 * Reads committed rows. Methods that take a scope leave out what it hides; call `scope.settle` with the urns first.
 * The others return everything, including hidden values. All reject with UNAVAILABLE when a networked store cannot
 * be read.
 */
export interface MetadataReader {
  /**
   * Latest aspects by urn, in the order of `urns`, duplicates once. Entities that do not exist are left out; existing
   * entities without any of the named aspects have an empty map. `aspectNames` undefined: all stored aspects. Derived
   * aspects (such as keys) are not added.
   */
  entities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
    scope: Scope,
  ): Promise<ReadonlyMap<Urn, { readonly entity: EntityRow; readonly aspects: EntityAspects }>>;

  /**
   * One version of an aspect: 0 is the latest, 1..n are former versions, oldest first. Undefined when missing or
   * hidden.
   */
  version(key: AspectKey, version: number, scope: Scope): Promise<Aspect | undefined>;

  /**
   * All former versions of an aspect, newest first. Unscoped, because undoing a write needs the whole value: filter
   * before showing one to a caller.
   */
  history(key: AspectKey): Promise<readonly FormerVersion[]>;

  /**
   * Up to `limit` points of a timeseries aspect within the window, newest first, equal times by point key
   * descending.
   */
  points(key: AspectKey, limit: number, scope: Scope, window?: PointWindow): Promise<readonly Aspect[]>;

  /**
   * Latest rows of entities, in the order of `urns`, for state derived from the store (search index, property
   * directory). Entities that do not exist are left out. Unscoped.
   */
  rows(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, EntityRows>>;

  /**
   * Latest versions of one aspect of all entities of a type, by urn (binary order). Unscoped; no limit: for small
   * sets.
   */
  rowsOf(entityType: string, aspectName: string): Promise<readonly AspectRow[]>;

  /** Every generation of every property, ended ones included, by property urn (binary order) and generation. */
  generations(): Promise<readonly PropertyGeneration[]>;

  /**
   * A page of all entities in creation order, the cheapest to read, with their latest rows. Unscoped. `place` is 0
   * or `next` of the previous page. Deleted entities leave gaps, so a page has at most `limit` entities and may be
   * empty; only an undefined `next` ends the scan.
   */
  entitiesFrom(place: number, limit: number): Promise<EntityPage>;

  /** Up to `limit` urns greater than `after` (undefined: from the start), in binary order. Unscoped. */
  urnsAfter(after: string | undefined, limit: number): Promise<readonly Urn[]>;
}

/** Reads the change log. Reads reject with UNAVAILABLE when a networked store cannot be read. */
export interface ChangeLogReader {
  /** Up to `limit` durable commits with a greater sequence than `position`, oldest first, without gaps. */
  commitsAfter(position: Sequence, limit: number): Promise<readonly Commit[]>;
  /**
   * Sequence of the last durable commit known to this process; 0 in a new catalog. May trail other processes by
   * about 1 s.
   */
  lastSequence(): Sequence;
  /**
   * Identity of a commit; undefined when it does not exist or has no id (every commit of a store that cannot be
   * rewound).
   */
  markOf(sequence: Sequence): Promise<CommitMark | undefined>;
}

/** State of the pool of read connections of a networked store. */
export interface StoreConnections {
  readonly used: number;
  readonly idle: number;
  /** Reads waiting for a connection. */
  readonly waiting: number;
}

/**
 * The port of a metadata store, the source of truth.
 *
 * Invariants of every engine:
 * - A commit is atomic, and durable (survives a power loss) before its promise resolves.
 * - Sequences have no gaps, and a reader that sees a commit sees all earlier ones.
 * - `decide` runs against the state after the previous commit. It is called again when it read rows that had not been
 *   fetched yet, or when the transaction is retried; its last call counts.
 */
export interface MetadataStore extends AsyncDisposable {
  readonly reader: MetadataReader;
  readonly runs: RunReader;
  readonly points: PointReader;
  readonly log: ChangeLogReader;
  readonly audit: AuditStore;
  readonly versions: VersionTrimmer;
  readonly jobs: JobStore;
  /** Commits of other processes. */
  readonly others: CommitFeed;
  /** Only on a networked store. */
  readonly connections?: () => StoreConnections;
  /** Leases for work that only one process at a time may do. */
  readonly leases: Leases;
  /**
   * Decides and commits, after all earlier commits of this process. `origin` is recorded in the audit log; omit it
   * when the server acts for itself. Without writes nothing is stored; without entries no sequence is used and
   * nothing is logged.
   *
   * Rejects with what `decide` throws; VALIDATION when a urn, aspect name or actor is too long for the store
   * (PostgreSQL: 500, 200, 255 characters); UNAVAILABLE when the write failed. Then nothing was written, unless the
   * message says that it may have happened (PostgreSQL: the answer to COMMIT was lost and could not be checked
   * after retries).
   */
  commit<T>(decide: Decide<T>, origin?: RequestOrigin): Promise<Committed<T>>;
  /**
   * Removes the assignments of an ended generation from the next 500 entity numbers, in one commit together with
   * the progress, so it can be resumed after a crash. Each affected row gets a new version; concurrent writes are
   * not lost. The log has an entry for each row; the returned commit has none, because followers need not react.
   * UNAVAILABLE when the write failed.
   */
  removeAssignments(removal: AssignmentRemoval): Promise<RemovedAssignments>;
  /**
   * Adopts rows that other programs have written into the store's tables since the last call, as commits announced
   * by `others`. Each page of rows is one transaction; a call that fails or is aborted leaves the rest to the next
   * call. Rejects with the reason of the signal once it is aborted, or with UNAVAILABLE. Absent where no other
   * program writes.
   */
  adopt?(signal: AbortSignal): Promise<void>;
}
