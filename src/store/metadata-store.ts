import type { RequestOrigin } from '../model/access/audit-event.ts';
import type { Aspect, AspectKey, AuditStamp, SystemMetadata } from '../model/aspect.ts';
import type {
  PropertyGeneration,
  GenerationKey,
  RemovalProgress,
} from '../model/properties/property-generation.ts';
import type { CommitMark, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { Steps } from '../util/concurrency/steps.ts';
import type { AuditStore } from './audit-store.ts';
import type { ChangeReader } from './change-reader.ts';
import type { ChecksumAdder, DamageReader } from './damage.ts';
import type { KeptFormat } from './schema-migration.ts';
import type { CommitFeed } from './commit-feed.ts';
import type { JobStore } from './job-store.ts';
import type { Leases } from './leases.ts';
import type { LogBounds } from './log-trim.ts';
import type { AspectRow, EntityRow, EntityRows } from './entity-rows.ts';
import type { PointWindow } from './point-scan.ts';
import type { ScopedStore } from './scoped-reader.ts';
import type { SystemReader } from './system-reader.ts';
import type { VersionTrimmer } from './version-trim.ts';

/** Which points of a timeseries aspect to delete. */
export interface PointDeletion extends PointWindow {
  /** Only points written by this ingestion run. */
  readonly runId?: string | undefined;
}

/** One change to the rows; a commit applies its writes in order. */
export type RowWrite =
  | { readonly kind: 'createEntity'; readonly entity: EntityRow }
  /** Writes the latest version and moves the previous one into the history. */
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
    } & GenerationKey)
  | ({ readonly kind: 'noteRemoval'; readonly removal: RemovalProgress } & GenerationKey)
  | ({ readonly kind: 'dropMapping'; readonly droppedFrom: readonly string[] } & GenerationKey);

/** One committed change: names the aspect, not its value, which is in the row with the commit's sequence. */
export interface LogEntry extends AspectKey {
  readonly changeType: 'UPSERT' | 'DELETE';
  /**
   * Set when neither the visible value nor any derived state changed: only assignments of an ended generation were
   * removed.
   */
  readonly isInvisible?: true;
  /** Of a deletion: the ingestion run that made it, if any. For other changes, the written version has the run. */
  readonly runId?: string;
}

/** The entries of one commit. */
export interface Commit {
  readonly sequence: Sequence;
  /**
   * Distinguishes commits with the same sequence in a store whose log can be rewound (fail-over to a lagging replica).
   */
  readonly id?: string | undefined;
  readonly created: AuditStamp;
  readonly entries: readonly LogEntry[];
  /** Entities created by the commit; absent when the commit was read from the log. */
  readonly createdUrns?: readonly Urn[];
  /** The created entities whose rows all come from this commit; absent when the commit was read from the log. */
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
   * Latest versions of one aspect of all entities of a type. Reads all of them: only for small sets such as property
   * settings.
   */
  rowsOf(entityType: string, aspectName: string): readonly AspectRow[];
  /**
   * Properties whose definition may have this qualified name, by an index with false positives: check the definition's
   * row.
   */
  propertiesNamed(qualifiedName: string): readonly Urn[];
  /** Columns of an entity that exist as entities, in binary order. */
  columns(holder: Urn): readonly Urn[];
}

/** Outcome of a decision: the writes, their log entries and the result for the caller. */
export interface DecidedCommit<T> {
  readonly writes: readonly RowWrite[];
  readonly entries: readonly LogEntry[];
  readonly created: AuditStamp;
  /** Returned to the caller once the writes are durable. */
  readonly result: T;
}

/** A pure, synchronous function of the current state; may be called several times; throws CatalogError to refuse. */
export type Decide<T> = (state: CurrentState, sequence: Sequence) => DecidedCommit<T>;

/**
 * Like {@link Decide}, but may be taken in steps, between which other work runs. The state stays the same until the
 * last step.
 */
export type DecideInSteps<T> = (
  state: CurrentState,
  sequence: Sequence,
) => DecidedCommit<T> | Steps<DecidedCommit<T>>;

/** Outcome of a commit. */
export interface Committed<T> {
  /**
   * Last durable sequence after the commit: its own or a later one; that of an earlier commit if nothing was logged.
   */
  readonly sequence: Sequence;
  readonly result: T;
  /** Absent when nothing was logged: there were no writes, or no log entries. */
  readonly commit: Commit | undefined;
  /** Number of deleted aspect rows (each version counts) and of deleted points. */
  readonly removed: { readonly rows: number; readonly points: number };
}

/** One step in removing the assignments made under an ended generation of a property. */
export interface AssignmentRemoval extends GenerationKey {
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

/** Reads the change log. Reads reject with UNAVAILABLE when a networked store cannot be read. */
export interface ChangeLogReader {
  /**
   * Up to `limit` durable commits with a greater sequence than `position`, oldest first, without gaps. CONFLICT
   * (TrimmedLogError) when the first of them has been trimmed.
   */
  commitsAfter(position: Sequence, limit: number): Promise<readonly Commit[]>;
  /** The oldest commit that has not been trimmed; undefined in a new catalog. */
  oldest(): Promise<Pick<Commit, 'sequence' | 'created'> | undefined>;
  /**
   * Sequence of the last durable commit known to this process; 0 in a new catalog. May trail other processes by
   * about 1 s.
   */
  lastSequence(): Sequence;
  /** Identity of the catalog: random, kept by copies of the store and by `migrate`. See `isCatalogId`. */
  readonly catalogId: string;
  /**
   * Whether the catalog was once in a store that gave each commit its own id. Positions with such an id cannot be verified
   * any more.
   */
  readonly hadCommitIds: boolean;
  /**
   * Identity of a commit; undefined when it does not exist, has been trimmed or has no id. In SQLite, whose log is
   * never rewound, each commit has the identity of the catalog.
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
export interface MetadataStore extends ScopedStore, AsyncDisposable {
  readonly reader: SystemReader;
  readonly log: ChangeLogReader;
  /** The change log for callers. */
  readonly changes: ChangeReader;
  readonly audit: AuditStore;
  readonly versions: VersionTrimmer;
  readonly jobs: JobStore;
  /** Commits of other processes. */
  readonly others: CommitFeed;
  readonly damage: DamageReader;
  /** Reads which build wrote the store last, and its schema. */
  readonly format: () => Promise<KeptFormat>;
  /** Only of a store that keeps checksums of its rows. */
  readonly checksums?: ChecksumAdder;
  /** Only on a networked store. */
  readonly connections?: () => StoreConnections;
  /** Leases for work that only one process at a time may do. */
  readonly leases: Leases;
  /**
   * Decides and commits, after all earlier commits of this process. `origin` is recorded in the audit log; omit it
   * when the server acts for itself. `reads`: aspects that the decision reads, fetched before it is called; others are
   * fetched when it looks them up, and it is called again. Without writes nothing is stored; without entries no sequence
   * is used and nothing is logged.
   *
   * Rejects with what `decide` throws; VALIDATION when a urn, aspect name or actor is too long for the store
   * (PostgreSQL: 500, 200, 255 characters); UNAVAILABLE when the write failed. Then nothing was written, unless the
   * message says that it may have happened (PostgreSQL: the answer to COMMIT was lost and could not be checked
   * after retries).
   */
  commit<T>(
    decide: DecideInSteps<T>,
    origin?: RequestOrigin,
    reads?: readonly AspectKey[],
  ): Promise<Committed<T>>;
  /**
   * Removes the assignments of an ended generation from the next 500 entity numbers, in one commit together with
   * the progress, so it can be resumed after a crash. Each affected row gets a new version; concurrent writes are
   * not lost. The log has an entry for each row; the returned commit has none, because followers need not react.
   * UNAVAILABLE when the write failed.
   */
  removeAssignments(removal: AssignmentRemoval): Promise<RemovedAssignments>;
  /**
   * Deletes a batch of the oldest commits from the log (at most 500, about 1 MiB) in one transaction: those within the
   * bounds, up to the first that an audit event refers to. Keeps the last commit. Of a partitioned log, drops the
   * partitions that lie entirely below that, and deletes single commits only from the last partition. Returns the
   * number deleted; call it until it returns 0. UNAVAILABLE when the write failed.
   */
  trimLog(bounds: LogBounds): Promise<number>;
  /** Removes the kept rows of hard deletions made before this time (epoch ms); returns the number of versions. */
  trimDeletions(before: number): Promise<number>;
  /**
   * Adopts rows that other programs wrote into the store's tables since the last call, as commits announced by
   * `others`. Each page of rows is one transaction; after a failed or aborted call, the next call continues. Rejects
   * with the signal's reason once it is aborted, or with UNAVAILABLE. Absent if no other program can write.
   */
  adopt?(signal: AbortSignal): Promise<void>;
}
