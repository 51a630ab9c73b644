import type { Pool } from 'pg';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { AspectKey } from '../../model/aspect.ts';
import type { WorkTracer } from '../../tracing.ts';
import { toAuditRow } from '../rows/audit-rows.ts';
import type { AuditStore } from '../audit-store.ts';
import type { ChangeReader } from '../change-reader.ts';
import type { DamageReader } from '../damage.ts';
import type { CommitFeed } from '../commit-feed.ts';
import type { JobStore } from '../job-store.ts';
import type { Leases } from '../leases.ts';
import { unbroken, type LogBounds } from '../log-trim.ts';
import type {
  AssignmentRemoval,
  ChangeLogReader,
  Committed,
  DecideInSteps,
  MetadataStore,
  RemovedAssignments,
  StoreConnections,
} from '../metadata-store.ts';
import type { KeptFormat } from '../schema-migration.ts';
import type { SystemReader } from '../system-reader.ts';
import type { PointReader } from '../point-scan.ts';
import type { RunReader } from '../run-rows.ts';
import { createChangeReader } from '../reading/change-reading.ts';
import { createScopedReader } from '../reading/scoped-reading.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import type { VersionTrimmer } from '../version-trim.ts';
import type { AdvisoryLeases } from './advisory-leases.ts';
import { adopt, type Transact } from './adoption.ts';
import { removeAssignments } from './writers/assignment-remover.ts';
import { newestEvents } from './readers/audit-reader.ts';
import { purgeEvents, recordEvents } from './writers/audit-writer.ts';
import { CommitQueue } from './commits/commit-queue.ts';
import type { CommitWatch } from './commits/commit-watch.ts';
import type { Queryable } from './connection.ts';
import { trimRange } from './writers/former-versions.ts';
import { trimDeletions } from './writers/deletion-writer.ts';
import { trimLog } from './writers/log-trimmer.ts';
import { createDamageReader } from './data-checksums.ts';
import { createJobStore } from './job-store.ts';
import { formatOf } from './migrate.ts';
import { PostgresPointReader } from './readers/point-reader.ts';
import { DeletionReader } from './readers/deletion-reader.ts';
import { RowReader } from './readers/row-reader.ts';
import { PostgresRunReader } from './readers/run-reader.ts';
import { createReader } from './readers/create-reader.ts';
import type { WriteSession } from './write-session.ts';

/** Entity numbers per trim transaction. */
const TRIM_RANGE = 1_000;

/** Parts of a store, assembled by `postgres/open.ts`. */
export interface PostgresStoreParts {
  readonly readers: Pool;
  /** Runs statements on `readers`; returns everything committed, even if not on disk yet. */
  readonly reading: Queryable;
  /** Like `reading`, but returns only what is on disk: for state that outlives a request. */
  readonly readingDisk: Queryable;
  /** Reads with `readingDisk`. */
  readonly rows: RowReader;
  readonly session: WriteSession;
  readonly watch: CommitWatch;
  readonly leases: AdvisoryLeases;
  /** Identity of the catalog. */
  readonly catalogId: string;
  /** `host:port/database`, for messages. */
  readonly shown: string;
  /** Receives progress messages of adoption. */
  readonly log: (message: string) => void;
  /** Traces write transactions; absent without tracing. */
  readonly tracer?: WorkTracer | undefined;
}

/**
 * The store in a PostgreSQL database that any number of processes share. Decisions run under the lock on the row with the last
 * sequence, up to 256 per transaction. `reader`, `log` and `audit` return only what is on disk; the other readers return
 * everything committed, of which a crash of the server may lose the last milliseconds.
 */
export class PostgresStore implements MetadataStore {
  readonly reader: SystemReader;
  readonly scoped: ScopedReader;
  readonly runs: RunReader;
  readonly points: PointReader;
  readonly log: ChangeLogReader;
  readonly changes: ChangeReader;
  readonly audit: AuditStore;
  readonly versions: VersionTrimmer;
  readonly jobs: JobStore;
  readonly damage: DamageReader;
  readonly format: MetadataStore['format'];
  readonly others: CommitFeed;
  readonly connections: () => StoreConnections;
  readonly leases: Leases;
  readonly #parts: PostgresStoreParts;
  readonly #queue: CommitQueue;

  constructor(parts: PostgresStoreParts) {
    const { catalogId, leases, reading, rows, watch } = parts;
    this.#parts = parts;
    this.#queue = new CommitQueue(parts);
    this.reader = createReader(rows, new DeletionReader(parts.readingDisk));
    this.scoped = createScopedReader(createReader(new RowReader(reading), new DeletionReader(reading)));
    this.runs = new PostgresRunReader(reading);
    this.points = new PostgresPointReader(reading);
    this.log = {
      commitsAfter: async (position, limit) => unbroken(position, await rows.commitsAfter(position, limit)),
      catalogId,
      hadCommitIds: false,
      oldest: () => rows.oldestCommit(),
      lastSequence: () => watch.last,
      markOf: (sequence) => rows.markOf(sequence),
    };
    this.audit = createAuditStore(parts.readingDisk, this.#queue);
    this.jobs = createJobStore(reading, this.#queue);
    this.damage = createDamageReader(reading);
    this.format = () => keptFormat(reading);
    this.versions = createVersionTrimmer(rows, this.#queue);
    this.others = watch;
    this.changes = createChangeReader(this);
    this.connections = () => {
      const { idleCount: idle, totalCount, waitingCount: waiting } = parts.readers;
      return { used: totalCount - idle, idle, waiting };
    };
    this.leases = leases;
  }

  commit<T>(
    decide: DecideInSteps<T>,
    origin?: RequestOrigin,
    reads?: readonly AspectKey[],
  ): Promise<Committed<T>> {
    return this.#queue.commit(decide, origin, reads);
  }

  removeAssignments(removal: AssignmentRemoval): Promise<RemovedAssignments> {
    return this.#queue.transact((transaction) => removeAssignments(transaction, removal));
  }

  trimDeletions(before: number): Promise<number> {
    return this.#queue.transact(async (transaction) => {
      const removed = await trimDeletions(transaction, before);
      return { value: removed, isDirty: removed > 0 };
    });
  }

  trimLog(bounds: LogBounds): Promise<number> {
    return trimLog(this.#parts.reading, (work) => this.#queue.transact(work), bounds);
  }

  async adopt(signal: AbortSignal): Promise<void> {
    const { log, reading, watch } = this.#parts;
    const transact: Transact = async (work) => {
      const done = await this.#queue.transact(work);
      watch.notify();
      return done;
    };
    await adopt({ reading, transact, log, signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { leases, readers, session, watch } = this.#parts;
    await this.#queue.idle();
    await Promise.all([leases.close(), watch.stop()]);
    await session.close();
    await readers.end();
  }
}

function createAuditStore(reading: Queryable, queue: CommitQueue): AuditStore {
  return {
    append: async (events) => {
      if (events.length === 0) return;
      const rows = events.map((event) => ({ ...toAuditRow(event), sequence: null, entries: null }));
      await queue.transact(async (transaction) => {
        await recordEvents(transaction, rows);
        return { value: undefined, isDirty: true };
      });
    },
    newest: (selection) => newestEvents(reading, selection),
    purge: (retention) =>
      queue.transact(async (transaction) => {
        const purged = await purgeEvents(transaction, retention);
        return { value: purged, isDirty: purged > 0 };
      }),
  };
}

function createVersionTrimmer(rows: RowReader, queue: CommitQueue): VersionTrimmer {
  return {
    trim: async ({ after, now, urn, aspectName }) => {
      const upTo = urn === undefined ? after + TRIM_RANGE : await rows.lastEntityId();
      return queue.transact(async (transaction) => {
        const removed = await trimRange(transaction, { after, upTo, urn, aspectName, now });
        const isDone = urn !== undefined || upTo >= transaction.given.entity;
        return { value: { removed, walkedTo: upTo, isDone }, isDirty: removed > 0 };
      });
    },
  };
}

/** Read-only servers may have no record of their build. */
async function keptFormat(reading: Queryable): Promise<KeptFormat> {
  const format = await formatOf(reading);
  if (format === undefined) throw new Error('An open store has no format.');
  return { ...format, copies: [] };
}
