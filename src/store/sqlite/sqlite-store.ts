import type { DatabaseSync } from 'node:sqlite';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type {
  AssignmentRemoval,
  ChangeLogReader,
  Committed,
  CurrentState,
  Decide,
  MetadataStore,
  RemovedAssignments,
} from '../metadata-store.ts';
import type { SystemReader } from '../system-reader.ts';
import type { AuditStore } from '../audit-store.ts';
import { noOtherWriters } from '../commit-feed.ts';
import type { CommitFeed } from '../commit-feed.ts';
import { SoleProcessLeases } from '../leases.ts';
import type { JobStore } from '../job-store.ts';
import type { Leases } from '../leases.ts';
import { unbroken } from '../log-trim.ts';
import type { LogBounds } from '../log-trim.ts';
import { newEntities } from '../rows/new-entities.ts';
import { overlay } from '../rows/pending-rows.ts';
import type { PendingRows } from '../rows/pending-rows.ts';
import { progressAfter } from '../removal-stretch.ts';
import { createScopedReader } from '../reading/scoped-reading.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import { AuditReader } from './audit-reader.ts';
import { createReader } from './create-reader.ts';
import { createJobStore } from './job-store.ts';
import { createAuditStore } from './sqlite-audit-store.ts';
import { createVersionTrimmer } from './sqlite-version-trimmer.ts';
import type { VersionTrimmer } from '../version-trim.ts';
import { oneSnapshot } from './one-snapshot.ts';
import type { OneSnapshot } from './one-snapshot.ts';
import type { RowReader, StoredEntity } from './row-reader.ts';
import { SqlitePointReader } from './point-reader.ts';
import type { PointReader } from '../point-scan.ts';
import { SqliteRunReader } from './run-reader.ts';
import type { RunReader } from '../run-rows.ts';
import { StretchesUnderWay } from './stretches-under-way.ts';
import { toBatch, unloggedBatch } from './writer/write-operations.ts';
import type { Writer } from './writer/writer.ts';

/**
 * Entity numbers per removal commit. Other writes wait for it, about 25 ms when every entity holds a value; smaller
 * ranges spend more time on commits and on the event loop.
 */
const STRETCH = 500;

/** Parts of a store, assembled by `sqlite/open.ts`. */
export interface SqliteStoreParts {
  readonly reading: DatabaseSync;
  readonly rows: RowReader;
  readonly writer: Writer;
  readonly pending: PendingRows;
  /** Unlocks the folder; called last. */
  readonly release: () => void;
}

/**
 * The store in one SQLite database. Only this process writes it, so it decides commits one after another, against the
 * database plus pending writes; the writer makes them durable in the same order, several per disk sync. Readers see
 * durable rows only. When a write fails, all commits still pending fail with it.
 */
export class SqliteStore implements MetadataStore {
  readonly reader: SystemReader;
  readonly scoped: ScopedReader;
  readonly runs: RunReader;
  readonly points: PointReader;
  readonly log: ChangeLogReader;
  readonly audit: AuditStore;
  readonly versions: VersionTrimmer;
  readonly jobs: JobStore;
  readonly others: CommitFeed = noOtherWriters(() => this.#durable);
  readonly leases: Leases = new SoleProcessLeases();
  readonly #parts: SqliteStoreParts;
  readonly #inOneSnapshot: OneSnapshot;
  readonly #stretches = new StretchesUnderWay();
  /** Sequence of the last decided commit; ahead of `#durable` while writes are pending. */
  #decided: Sequence;
  #durable: Sequence;

  constructor(parts: SqliteStoreParts) {
    this.#parts = parts;
    this.#inOneSnapshot = oneSnapshot(parts.reading);
    this.#durable = this.#decided = parts.rows.lastSequence();
    parts.writer.whenFailing(() => {
      parts.pending.clear();
      this.#stretches.clear();
      this.#decided = this.#durable;
    });
    this.reader = createReader(parts.rows);
    this.scoped = createScopedReader(this.reader);
    this.runs = new SqliteRunReader(parts.reading);
    this.points = new SqlitePointReader(parts.reading);
    this.audit = createAuditStore(new AuditReader(parts.reading), parts.writer);
    this.jobs = createJobStore(parts.reading, parts.writer);
    this.versions = createVersionTrimmer(parts.rows, parts.writer);
    this.log = {
      commitsAfter: (position, limit) =>
        Promise.resolve().then(() => unbroken(position, parts.rows.commitsAfter(position, limit))),
      oldest: () => Promise.resolve(parts.rows.oldestCommit()),
      markOf: () => Promise.resolve(undefined),
      lastSequence: () => this.#durable,
    };
  }

  async commit<T>(decide: Decide<T>, origin?: RequestOrigin): Promise<Committed<T>> {
    const { pending, writer } = this.#parts;
    const sequence = this.#decided + 1;
    const state = overlay(this.#stored(), pending);
    const { writes, entries, created, result } = this.#inOneSnapshot(() => decide(state, sequence));
    const nothing = { rows: 0, points: 0 };
    if (writes.length === 0) return { sequence: this.#durable, result, commit: undefined, removed: nothing };
    const isFollowed = entries.length > 0;
    if (isFollowed) this.#decided = sequence;
    pending.add(writes, sequence);
    const batch = toBatch({ writes, entries, created, result }, sequence, origin);
    const { rows, points } = await writer.write(batch);
    // A commit without entries uses no sequence: the one it was given belongs to the next commit, which may be
    // pending.
    if (isFollowed) this.#settle(sequence);
    const commit = isFollowed ? { sequence, created, entries, newEntities: newEntities(writes) } : undefined;
    return { sequence: this.#durable, result, commit, removed: { rows, points } };
  }

  async removeAssignments(removal: AssignmentRemoval): Promise<RemovedAssignments> {
    const { rows, writer } = this.#parts;
    const { generation, progress, propertyUrn, stamp } = removal;
    const sequence = ++this.#decided;
    const ended = { propertyUrn, generation, sequence, stamp };
    const after = progress.walkedTo ?? 0;
    const stretch = { after, upTo: after + STRETCH, progress };
    this.#stretches.add(ended, stretch);
    const removed = await writer.write({
      sequence,
      operations: [['removeAssignments', ended, stretch]],
      createdOn: stamp.time,
      createdBy: stamp.actor,
      entries: undefined,
    });
    this.#settle(sequence);
    return {
      progress: progressAfter(stretch, removed.assignments),
      // Entities created later cannot hold an assignment of an ended generation.
      isDone: stretch.upTo >= rows.lastEntityId(),
      commit: { sequence, created: stamp, entries: [] },
    };
  }

  async trimLog(bounds: LogBounds): Promise<number> {
    return (await this.#parts.writer.write(unloggedBatch([['trimLog', bounds]]))).rows;
  }

  /** The durable rows plus removals in flight, cached per decision. */
  #stored(): CurrentState {
    const { rows } = this.#parts;
    const entities = new Map<Urn, StoredEntity | undefined>();
    const entityOf = (urn: Urn): StoredEntity | undefined => {
      if (!entities.has(urn)) entities.set(urn, rows.entity(urn));
      return entities.get(urn);
    };
    return {
      row: (urn, aspectName) => {
        const entity = entityOf(urn);
        const row = entity && rows.version(entity, aspectName, 0);
        return row && this.#stretches.rowOf(entity.id, row);
      },
      entity: (urn) => entityOf(urn)?.entity,
      rowsOf: (entityType, aspectName) => rows.latestOfType(entityType, aspectName),
      propertiesNamed: (qualifiedName) => rows.propertiesNamed(qualifiedName),
    };
  }

  #settle(sequence: Sequence): void {
    this.#durable = sequence;
    this.#parts.pending.settle(sequence);
    this.#stretches.settle(sequence);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The writer closes last, so that SQLite checkpoints the WAL: one file is then the whole catalog.
    this.#parts.reading.close();
    await this.#parts.writer.close();
    this.#parts.release();
  }
}
