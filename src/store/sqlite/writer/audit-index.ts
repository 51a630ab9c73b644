import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { urnHashes } from '../../rows/audit-rows.ts';
import { integer } from '../../rows/stored-rows.ts';

/** A row of `audit_entity`. */
type IndexRow = readonly [urnHash: number, time: number, eventId: number];

/** Rows per batch. The larger the batch, the more of its rows share a page of the index. */
const BATCH_ROWS = 20_000;
/** Maximum events per batch, however few entities they name: readers search unindexed events one by one. */
const BATCH_EVENTS = 2_000;
/**
 * Rows written with each event, besides two for each of its own: a batch is then written before the next is complete.
 */
const ROWS_PER_EVENT = 16;

/**
 * The index of the audit log by entity. Events are indexed late, in batches sorted like the index, whose rows the
 * transactions of later events write a few at a time: each transaction changes few pages of the index and is short.
 * `audit_indexed` is the last event that readers find in the index. The caller holds the transaction.
 */
export class AuditIndex {
  readonly #statements: Record<StatementName, StatementSync>;
  /** Rows of the events after the batch, in event order. */
  #later: IndexRow[] = [];
  #laterEvents = 0;
  /** Remaining rows of the batch, in reverse order. */
  #batch: IndexRow[] = [];
  #batchEnd = 0;
  #lastEvent = 0;
  #isLoaded = false;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  /** Drops its state, to start from what is stored. */
  rolledBack(): void {
    this.#isLoaded = false;
  }

  #load(): void {
    this.#isLoaded = true;
    this.#later = [];
    this.#laterEvents = 0;
    this.#batch = [];
    for (const row of this.#statements.unindexed.iterate()) {
      this.#note(integer(row, 'id'), integer(row, 'time'), row['subjects']);
    }
  }

  /** Adds a stored event, and continues writing. `groups`: JSON of the event's `SubjectGroups`. */
  add(id: number, time: number, groups: string | null): void {
    let added = 0;
    if (this.#isLoaded) added = this.#note(id, time, groups);
    else this.#load();
    if (this.#batch.length === 0 && this.#isBatch()) this.#beginBatch();
    this.#write(2 * added + ROWS_PER_EVENT);
  }

  /** Writes all remaining rows, such as before the database is closed. */
  complete(): void {
    if (!this.#isLoaded) this.#load();
    this.#write(this.#batch.length);
    if (this.#laterEvents === 0) return;
    this.#beginBatch();
    this.#write(this.#batch.length);
  }

  /** Call before events are removed; `last`: the newest of them. */
  beforeRemoval(last: number): void {
    if (last > this.#indexedUpTo()) this.complete();
  }

  /** Call after events are removed: an emptied log restarts with the first id. */
  afterRemoval(): void {
    this.#statements.limit.run();
  }

  /** Adds the rows of an event; returns their number. */
  #note(id: number, time: number, groups: unknown): number {
    const hashes = urnHashes(groups);
    for (const hash of hashes) this.#later.push([hash, time, id]);
    this.#laterEvents++;
    this.#lastEvent = id;
    return hashes.size;
  }

  #isBatch(): boolean {
    return this.#later.length >= BATCH_ROWS || this.#laterEvents >= BATCH_EVENTS;
  }

  #beginBatch(): void {
    this.#batch = this.#later.sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
    this.#batchEnd = this.#lastEvent;
    this.#later = [];
    this.#laterEvents = 0;
    if (this.#batch.length === 0) this.#endBatch();
  }

  #write(most: number): void {
    if (this.#batch.length === 0) return;
    const { insert } = this.#statements;
    for (let left = most; left > 0; left--) {
      const row = this.#batch.pop();
      if (row === undefined) break;
      insert.run(...row);
    }
    if (this.#batch.length === 0) this.#endBatch();
  }

  #endBatch(): void {
    this.#statements.setIndexed.run(this.#batchEnd);
  }

  #indexedUpTo(): number {
    const row = this.#statements.indexed.get();
    return row === undefined ? 0 : integer(row, 'up_to');
  }
}

type StatementName = 'insert' | 'unindexed' | 'indexed' | 'setIndexed' | 'limit';

function prepare(database: DatabaseSync): Record<StatementName, StatementSync> {
  const statement = (sql: string): StatementSync => database.prepare(sql);
  return {
    // After a crash, an incomplete batch is written again from its start.
    insert: statement('INSERT OR IGNORE INTO audit_entity VALUES (?, ?, ?)'),
    unindexed: statement(
      `SELECT e.id, e.time, coalesce(e.subjects, l.entries) AS subjects
       FROM audit_event e LEFT JOIN change_log l ON l.sequence = e.sequence
       WHERE e.id > (SELECT up_to FROM audit_indexed) ORDER BY e.id`,
    ),
    indexed: statement('SELECT up_to FROM audit_indexed'),
    setIndexed: statement('UPDATE audit_indexed SET up_to = ?'),
    limit: statement(
      'UPDATE audit_indexed SET up_to = min(up_to, (SELECT coalesce(max(id), 0) FROM audit_event))',
    ),
  };
}
