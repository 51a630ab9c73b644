import type { RequestOrigin } from '../model/audit-event.ts';
import type { Aspect, AspectKey, AuditStamp, EntityAspects, SystemMetadata } from '../model/aspect.ts';
import type { PropertyGeneration, PropertyLife, RemovalProgress } from '../model/property-generation.ts';
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

/** What the store remembers beside an aspect, invisible to every API. */
export interface RowInternal {
  /** On a property definition: which life of the property this is. */
  readonly generation?: Generation;
  /** On a property definition: the greatest version it ever had in this life of its name. */
  readonly highestVersion?: string;
  /** On property assignments: the generation each was made under, by property urn. */
  readonly assignments?: Readonly<Record<string, Generation>>;
  /**
   * On property assignments: the commit that made what is shown of them, when the versions after it only removed what
   * nobody sees.
   */
  readonly shownSince?: Sequence;
}

/** The latest version of an aspect with what is remembered beside it. */
export interface AspectRow {
  readonly aspect: Aspect;
  readonly internal: RowInternal;
}

/** A version that is no longer the latest. */
export interface FormerVersion {
  readonly version: number;
  readonly row: AspectRow;
}

/** An entity that exists: some aspect of it has been written, or it has been created by its key. */
export interface EntityRow {
  readonly urn: Urn;
  readonly created: AuditStamp;
  /** Of the write that created it. */
  readonly systemMetadata: SystemMetadata;
}

/** An entity with the latest row of each of its stored aspects, by aspect name. */
export interface EntityRows {
  readonly entity: EntityRow;
  readonly rows: ReadonlyMap<string, AspectRow>;
}

/** A stretch of time, both ends included (epoch ms); what is left out has no limit. */
export interface PointWindow {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Which points of a timeseries aspect go. */
export interface PointDeletion extends PointWindow {
  /** Only points that this ingestion run wrote. */
  readonly runId?: string | undefined;
}

/** A page of a walk over all entities. */
export interface EntityPage {
  readonly entities: ReadonlyMap<Urn, EntityRows>;
  /** Where the next page begins; undefined after the last. */
  readonly next: number | undefined;
}

/** What one commit does to the rows, in order. */
export type RowWrite =
  | { readonly kind: 'createEntity'; readonly entity: EntityRow }
  /** Becomes the latest version; the version before it moves into the history. */
  | { readonly kind: 'putAspect'; readonly row: AspectRow }
  /** The latest version stays; only who saw it last is new. */
  | ({ readonly kind: 'touchAspect'; readonly systemMetadata: SystemMetadata } & AspectKey)
  /** All versions go, with the points of a timeseries aspect. */
  | ({ readonly kind: 'deleteAspect' } & AspectKey)
  /** A former version becomes the latest again, as the row has it; the versions after it are gone. */
  | { readonly kind: 'revertAspect'; readonly row: AspectRow; readonly version: number }
  /** Everything of the entity goes. */
  | { readonly kind: 'deleteEntity'; readonly urn: Urn }
  /** Only what is known of the run that created the entity is new. */
  | { readonly kind: 'touchEntity'; readonly urn: Urn; readonly systemMetadata: SystemMetadata }
  /** Adds a point, or replaces the point of the same time and key. */
  | {
      readonly kind: 'putPoint';
      readonly aspect: Aspect;
      readonly timestampMillis: number;
      readonly pointKey: string;
    }
  | ({ readonly kind: 'deletePoints' } & AspectKey & PointDeletion)
  /** A life of a property begins; its record is kept when it is over. */
  | { readonly kind: 'beginGeneration'; readonly record: PropertyGeneration }
  | ({
      readonly kind: 'endGeneration';
      readonly ended: NonNullable<PropertyGeneration['ended']>;
    } & PropertyLife)
  | ({ readonly kind: 'noteRemoval'; readonly removal: RemovalProgress } & PropertyLife)
  | ({ readonly kind: 'dropMapping'; readonly droppedFrom: readonly string[] } & PropertyLife);

/** One committed change; it names what changed and points to the row by the commit's sequence. */
export interface LogEntry extends AspectKey {
  readonly changeType: 'UPSERT' | 'DELETE';
  /** Nothing that is shown, or derived from the row, became another: assignments of a life that is over were removed. */
  readonly isUnseen?: true;
}

/** The entries of one commit. */
export interface Commit {
  readonly sequence: Sequence;
  /** What tells it from another one of the same number, in a store whose log can go back. */
  readonly id?: string | undefined;
  readonly created: AuditStamp;
  readonly entries: readonly LogEntry[];
  /** Entities that it brought into being, whole; absent when the commit was read from the log. */
  readonly newEntities?: ReadonlyMap<Urn, EntityRows>;
}

/** What a decision may look at. Asking is all it takes: what has not been read yet is read and decided again. */
export interface CurrentState {
  /** Latest version, with everything hidden and dead in it. */
  row(urn: Urn, aspectName: string): AspectRow | undefined;
  entity(urn: Urn): EntityRow | undefined;
  /** Latest versions of one aspect of every entity of a type; for small sets such as property settings only. */
  rowsOf(entityType: string, aspectName: string): readonly AspectRow[];
}

/** What a decision wants done. */
export interface Decision<T> {
  readonly writes: readonly RowWrite[];
  readonly entries: readonly LogEntry[];
  readonly created: AuditStamp;
  /** Handed back to the caller once the writes are durable. */
  readonly result: T;
}

/** A pure, synchronous function of the current state; throws CatalogError to refuse. */
export type Decide<T> = (state: CurrentState, sequence: Sequence) => Decision<T>;

/** Outcome of a commit; `sequence` is the last commit's when there was nothing to write. */
export interface Committed<T> {
  readonly sequence: Sequence;
  readonly result: T;
  /** Absent when nothing changed that anyone follows. */
  readonly commit: Commit | undefined;
  /** Aspect rows that were removed, by all versions and points. */
  readonly removed: { readonly rows: number; readonly points: number };
}

/** A stretch of the walk that removes the assignments made in one life of a property, which must be over. */
export interface AssignmentRemoval extends PropertyLife {
  /** How far the walk has come. */
  readonly progress: RemovalProgress;
  readonly stamp: AuditStamp;
}

/** How far a walk has come with the commit of one stretch. */
export interface RemovedAssignments {
  /** As it is noted with the life. */
  readonly progress: RemovalProgress;
  /** No entity is left that can hold an assignment of the life. */
  readonly isDone: boolean;
  readonly commit: Commit;
}

/** Reading; every method takes the scope of its caller and leaves out what the scope does not see. */
export interface MetadataReader {
  /**
   * Latest aspects by urn, in the order asked for; entities without any row are left out, entities that exist
   * without the named aspects are there with an empty map. Derived aspects are not the store's business.
   */
  entities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
    scope: Scope,
  ): Promise<ReadonlyMap<Urn, { readonly entity: EntityRow; readonly aspects: EntityAspects }>>;

  /** A version of an aspect: 0 the latest, otherwise the number it got when it moved into the history. */
  version(key: AspectKey, version: number, scope: Scope): Promise<Aspect | undefined>;

  /**
   * Former versions of an aspect with what is remembered beside them, the newest first. What a scope would hide is in
   * them, because undoing a write takes all of it: whoever shows one has to leave that out.
   */
  history(key: AspectKey): Promise<readonly FormerVersion[]>;

  /** Points of a timeseries aspect, newest first; all of them unless a window is given. */
  points(key: AspectKey, limit: number, scope: Scope, window?: PointWindow): Promise<readonly Aspect[]>;

  /**
   * Latest rows of entities with what is remembered beside them, for what derives its state from the store (the
   * index, the property directory). Entities that do not exist are left out.
   */
  rows(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, EntityRows>>;

  /** Latest versions of one aspect of every entity of a type, by urn; for small sets. */
  rowsOf(entityType: string, aspectName: string): Promise<readonly AspectRow[]>;

  /** Every life that a property of the catalog ever had, ended ones included, by urn and generation. */
  generations(): Promise<readonly PropertyGeneration[]>;

  /**
   * Entities from a place on (0: the first), up to a number, with their latest rows: in the order of the store, which is
   * the cheapest to read. Entities that are created meanwhile come last; a page may be empty.
   */
  entitiesFrom(place: number, limit: number): Promise<EntityPage>;

  /** Urns after the given text in urn order, for walking the whole catalog, or a stretch of it, in pages. */
  urnsAfter(after: string | undefined, limit: number): Promise<readonly Urn[]>;
}

/** Reading the change log. */
export interface ChangeLogReader {
  /** Commits after the position, oldest first. */
  commitsAfter(position: Sequence, limit: number): Promise<readonly Commit[]>;
  /** Number of the last commit; 0 in a new catalog. */
  lastSequence(): Sequence;
  /** The commit of this number; undefined when there is none, or when the log of this store cannot go back. */
  markOf(sequence: Sequence): Promise<CommitMark | undefined>;
}

/** Connections that read from a store over the network. */
export interface StoreConnections {
  readonly used: number;
  readonly idle: number;
  /** Reads that wait for one. */
  readonly waiting: number;
}

/**
 * The port of a metadata store, the source of truth.
 *
 * Invariants of every engine:
 * - A commit is all or nothing, and durable before its promise resolves.
 * - Commits are ordered by sequence without gaps for a reader: whoever sees a commit sees all before it.
 * - `decide` runs against the state as of the commit before its own; it is called again when it asked for rows
 *   that had not been read, and its last call decides.
 */
export interface MetadataStore extends AsyncDisposable {
  readonly reader: MetadataReader;
  readonly runs: RunReader;
  readonly points: PointReader;
  readonly log: ChangeLogReader;
  readonly audit: AuditStore;
  readonly versions: VersionTrimmer;
  readonly jobs: JobStore;
  /** What other processes commit. */
  readonly others: CommitFeed;
  /** How the connections that read stand, in a store over the network. */
  readonly connections?: () => StoreConnections;
  /** Who of all processes does what only one may do. */
  readonly leases: Leases;
  /** `origin` goes on record with the commit; absent when the server acts for itself. */
  commit<T>(decide: Decide<T>, origin?: RequestOrigin): Promise<Committed<T>>;
  /**
   * Removes the assignments of a life from the next stretch of entities, in one commit with the note of the progress:
   * each row that holds one gets a new version without it, whatever else is written at the same time. The entries are in
   * the log and not in the commit that is returned, because followers have nothing to do for them.
   */
  removeAssignments(removal: AssignmentRemoval): Promise<RemovedAssignments>;
  /**
   * Takes over what other programs have written into the store's tables since the last time, as commits that `others` tells
   * of. Rejects when the signal is aborted, and leaves the rest to the next time. Absent where no other program writes.
   */
  adopt?(signal: AbortSignal): Promise<void>;
}
