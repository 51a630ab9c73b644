import type { DatabaseSync } from 'node:sqlite';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { CommitMark, Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import type {
  AssignmentRemoval,
  ChangeLogReader,
  Commit,
  Committed,
  CurrentState,
  DecideInSteps,
  DecidedCommit,
  MetadataStore,
  RemovedAssignments,
} from '../metadata-store.ts';
import type { SystemReader } from '../system-reader.ts';
import type { AuditStore } from '../audit-store.ts';
import { noOtherWriters, type CommitFeed } from '../commit-feed.ts';
import type { ChangeReader } from '../change-reader.ts';
import type { ChecksumAdder, DamageReader, DamagedRow } from '../damage.ts';
import { SoleProcessLeases, type Leases } from '../leases.ts';
import type { KeptFormat } from '../schema-migration.ts';
import type { JobStore } from '../job-store.ts';
import { unbroken, type LogBounds } from '../log-trim.ts';
import { entitiesCreatedBy } from '../rows/new-entities.ts';
import { overlay, type PendingRows } from '../rows/pending-rows.ts';
import { stepsOf } from '../decision-steps.ts';
import { progressAfter, type RemovalRange } from '../removal-range.ts';
import { createChangeReader } from '../reading/change-reading.ts';
import { createScopedReader } from '../reading/scoped-reading.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import { AuditReader } from './audit-reader.ts';
import { createChecksumAdder } from './damage/checksum-adder.ts';
import { createDamageReader } from './damage/damage-reader.ts';
import { formatOf } from './connection.ts';
import { createReader } from './create-reader.ts';
import { noSnapshot, oneSnapshot } from './one-snapshot.ts';
import { DeletionReader } from './deletion-reader.ts';
import { DecisionQueue } from './decision-queue.ts';
import { createJobStore } from './job-store.ts';
import { keptCopies } from './keep-copy.ts';
import { KnownUrns } from './known-urns.ts';
import { createAuditStore } from './sqlite-audit-store.ts';
import { createVersionTrimmer } from './sqlite-version-trimmer.ts';
import type { VersionTrimmer } from '../version-trim.ts';
import type { RowReader, StoredEntity } from './row-reader.ts';
import { SqlitePointReader } from './point-reader.ts';
import type { PointReader } from '../point-scan.ts';
import { SqliteRunReader } from './run-reader.ts';
import type { RunReader } from '../run-rows.ts';
import { PendingRemovals } from './pending-removals.ts';
import { toBatch, unloggedBatch, type Removed } from './writer/write-operations.ts';
import type { Writer } from './writer/writer.ts';

/**
 * Entity numbers per removal commit. Other writes wait for it, about 25 ms when each entity has a value; smaller ranges
 * spend more time on commits and on the event loop.
 */
const RANGE = 500;

/** Maximum writes handed over to the writer at once; more are handed over in steps, after the decision. */
const MOST_AT_ONCE = 256;

/** The removals of a commit without writes. */
const NOTHING: Promise<Removed> = Promise.resolve({ rows: 0, points: 0, assignments: 0 });

/** A decision handed over to the writer. */
interface Begun<T> {
  readonly decision: DecidedCommit<T>;
  /** Sequence of the commit; undefined when it logs nothing. */
  readonly sequence: Sequence | undefined;
  /** Resolves when it is durable. */
  readonly written: Promise<Removed>;
}

/** Parts of a store, assembled by `sqlite/open.ts`. */
export interface SqliteStoreParts {
  readonly reading: DatabaseSync;
  /** Path of the database; undefined in memory. */
  readonly path: string | undefined;
  readonly rows: RowReader;
  /** Called with each damaged point that a read leaves out; `rows` has its own listener. */
  readonly reportDamage: ((row: DamagedRow) => void) | undefined;
  readonly writer: Writer;
  readonly pending: PendingRows;
  /** Unlocks the folder; called last. */
  readonly release: () => void;
}

/**
 * The store in one SQLite database. Only this process writes it, so it decides commits one after another, against the
 * database plus pending writes; the writer makes them durable in the same order, several per disk sync. Readers see
 * durable rows only. When a write fails, all pending commits fail with it.
 */
export class SqliteStore implements MetadataStore {
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
  readonly checksums: ChecksumAdder;
  readonly others: CommitFeed = noOtherWriters(() => this.#durable);
  readonly leases: Leases = new SoleProcessLeases();
  readonly #parts: SqliteStoreParts;
  readonly #pendingRemovals = new PendingRemovals();
  readonly #known: KnownUrns;
  readonly #decisions: DecisionQueue;
  /** Sequence of the last decided commit; ahead of `#durable` while writes are pending. */
  #decided: Sequence;
  #durable: Sequence;

  constructor(parts: SqliteStoreParts) {
    this.#parts = parts;
    this.#known = new KnownUrns(parts.reading);
    const inOneSnapshot = parts.path === undefined ? noSnapshot : oneSnapshot(parts.reading);
    this.#decisions = new DecisionQueue(() => this.#dropDurable(), inOneSnapshot);
    this.#durable = this.#decided = parts.rows.lastSequence();
    parts.writer.whenFailing(() => {
      parts.pending.clear();
      this.#pendingRemovals.clear();
      this.#decided = this.#durable;
      this.#decisions.restart();
    });
    const deletions = new DeletionReader(parts.reading, parts.reportDamage);
    this.reader = createReader(parts.rows, deletions, inOneSnapshot);
    this.damage = createDamageReader(parts.reading, parts.path);
    this.format = () => Promise.resolve(keptFormat(parts));
    this.checksums = createChecksumAdder(parts.reading, parts.writer);
    this.scoped = createScopedReader(this.reader);
    this.runs = new SqliteRunReader(parts.reading);
    this.points = new SqlitePointReader(parts.reading, parts.reportDamage);
    this.audit = createAuditStore(new AuditReader(parts.reading), parts.writer);
    this.jobs = createJobStore(parts.reading, parts.writer);
    this.versions = createVersionTrimmer(parts.rows, parts.writer);
    const identity = parts.rows.identity();
    this.log = {
      commitsAfter: (position, limit) =>
        Promise.resolve().then(() =>
          unbroken(
            position,
            parts.rows.commitsAfter(position, limit).map((commit) => this.#identified(commit)),
          ),
        ),
      oldest: () => Promise.resolve(parts.rows.oldestCommit()),
      ...identity,
      markOf: (sequence) => Promise.resolve(this.#markOf(sequence)),
      lastSequence: () => this.#durable,
    };
    this.changes = createChangeReader(this);
  }

  async commit<T>(decide: DecideInSteps<T>, origin?: RequestOrigin): Promise<Committed<T>> {
    void this.#known.fill();
    const { decision, sequence, written } = await this.#decisions.run(() => this.#begin(decide, origin));
    const { created, entries, result, writes } = decision;
    const { rows, points } = await written;
    if (sequence !== undefined) this.#settle(sequence);
    const commit =
      sequence === undefined
        ? undefined
        : this.#identified({ sequence, created, entries, ...entitiesCreatedBy(writes) });
    return { sequence: this.#durable, result, commit, removed: { rows, points } };
  }

  /** Decides, and hands the writes over to the writer. */
  *#begin<T>(decide: DecideInSteps<T>, origin: RequestOrigin | undefined): Steps<Begun<T>> {
    const { pending, writer } = this.#parts;
    const sequence = this.#decided + 1;
    const decision = yield* stepsOf(decide(overlay(this.#stored(), pending), sequence));
    if (decision.writes.length === 0) return { decision, sequence: undefined, written: NOTHING };
    const isLong = decision.writes.length > MOST_AT_ONCE;
    if (isLong) yield;
    const batch = toBatch(decision, sequence, origin);
    if (isLong) yield;
    // In one step from here. A commit without entries uses no sequence: the next commit gets it.
    const isFollowed = decision.entries.length > 0;
    if (isFollowed) this.#decided = sequence;
    pending.add(decision.writes, sequence);
    for (const write of decision.writes) if (write.kind === 'createEntity') this.#known.add(write.entity.urn);
    return { decision, sequence: isFollowed ? sequence : undefined, written: writer.write(batch) };
  }

  async removeAssignments(removal: AssignmentRemoval): Promise<RemovedAssignments> {
    const { progress, stamp } = removal;
    const after = progress.walkedTo ?? 0;
    const range = { after, upTo: after + RANGE, progress };
    const { sequence, written } = await this.#decisions.run(() => this.#beginRemoval(removal, range));
    const removed = await written;
    this.#settle(sequence);
    return {
      progress: progressAfter(range, removed.assignments),
      // Entities created later cannot hold an assignment of an ended generation.
      isDone: range.upTo >= this.#parts.rows.lastEntityId(),
      commit: this.#identified({ sequence, created: stamp, entries: [] }),
    };
  }

  // oxlint-disable-next-line require-yield -- one step
  *#beginRemoval(
    { generation, propertyUrn, stamp }: AssignmentRemoval,
    range: RemovalRange,
  ): Steps<{ sequence: Sequence; written: Promise<Removed> }> {
    const sequence = ++this.#decided;
    const ended = { propertyUrn, generation, sequence, stamp };
    this.#pendingRemovals.add(ended, range);
    const written = this.#parts.writer.write({
      sequence,
      operations: [['removeAssignments', ended, range]],
      createdOn: stamp.time,
      createdBy: stamp.actor,
      entries: undefined,
    });
    return { sequence, written };
  }

  async trimLog(bounds: LogBounds): Promise<number> {
    return (await this.#parts.writer.write(unloggedBatch([['trimLog', bounds]]))).rows;
  }

  async trimDeletions(before: number): Promise<number> {
    return (await this.#parts.writer.write(unloggedBatch([['trimDeletions', before]]))).rows;
  }

  #identified(commit: Commit): Commit {
    return { ...commit, id: this.log.catalogId };
  }

  #markOf(sequence: Sequence): CommitMark | undefined {
    const oldest = this.#parts.rows.oldestCommit()?.sequence ?? 1;
    const isKnown = sequence >= oldest && sequence <= this.#durable;
    return isKnown ? { sequence, id: this.log.catalogId } : undefined;
  }

  /** The durable rows plus removals in flight, cached per decision. */
  #stored(): CurrentState {
    const { rows } = this.#parts;
    const entities = new Map<Urn, StoredEntity | undefined>();
    const entityOf = (urn: Urn): StoredEntity | undefined => {
      if (!this.#known.mayBeStored(urn)) return undefined;
      if (!entities.has(urn)) entities.set(urn, rows.entity(urn));
      return entities.get(urn);
    };
    return {
      row: (urn, aspectName) => {
        const entity = entityOf(urn);
        const row = entity && rows.version(entity, aspectName, 0);
        return row && this.#pendingRemovals.rowOf(entity.id, row);
      },
      entity: (urn) => entityOf(urn)?.entity,
      rowsOf: (entityType, aspectName) => rows.latestOfType(entityType, aspectName),
      propertiesNamed: (qualifiedName) => rows.propertiesNamed(qualifiedName),
      columns: (holder) => rows.columns(holder),
    };
  }

  #settle(sequence: Sequence): void {
    this.#durable = sequence;
    if (!this.#decisions.isBusy) this.#dropDurable();
  }

  /** Drops pending writes that are durable now. A decision in progress may have read the rows before them. */
  #dropDurable(): void {
    this.#parts.pending.settle(this.#durable);
    this.#pendingRemovals.settle(this.#durable);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#decisions.idle();
    this.#known.close();
    // The writer closes last, so that SQLite checkpoints the WAL: one file is then the whole catalog.
    this.#parts.reading.close();
    await this.#parts.writer.close();
    this.#parts.release();
  }
}

function keptFormat({ path, reading }: Pick<SqliteStoreParts, 'path' | 'reading'>): KeptFormat {
  const format = formatOf(reading);
  if (format === undefined) throw new Error('An open store has no format.');
  return { ...format, copies: path === undefined ? [] : keptCopies(path) };
}
