import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AuditRetention } from '../../audit-store.ts';
import { commitDetails, urnHashes, type AuditRow } from '../../rows/audit-rows.ts';
import { integer } from '../../rows/stored-rows.ts';
import { AuditIndex } from './audit-index.ts';

/** A commit as recorded in the audit log. */
export interface AuditedCommit {
  readonly sequence: number;
  readonly createdOn: number;
  readonly createdBy: string;
  /** JSON of the details; absent when the server acted for itself. */
  readonly audit?: string;
  /** JSON of the change log entries. */
  readonly entries: string;
}

const OWN_ACT = commitDetails(undefined);

/** Events purged per transaction, so that a long purge does not block writers. */
const PURGE_BATCH = 500;

/** Writes the audit log on a connection. The caller holds the transaction. */
export class AuditWriter {
  readonly #statements: Record<StatementName, StatementSync>;
  readonly #index: AuditIndex;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
    this.#index = new AuditIndex(database);
  }

  /** Drops state added by a transaction that was rolled back. */
  rolledBack(): void {
    this.#index.rolledBack();
  }

  /** Writes deferred rows. */
  complete(): void {
    this.#index.complete();
  }

  /** Records a commit. */
  recordCommit({ sequence, createdOn, createdBy, audit = OWN_ACT, entries }: AuditedCommit): void {
    const row = [createdOn, 'change', createdBy, sequence, null, audit] as const;
    this.#index.add(this.#insert(row), createdOn, entries);
  }

  /** Records an event that is not a commit. */
  append({ time, kind, actor, subjects, details }: AuditRow): void {
    this.#index.add(this.#insert([time, kind, actor, null, subjects, details]), time, subjects);
  }

  /**
   * Purges up to `PURGE_BATCH` events, oldest first: those beyond `keep`, then those before `before`. Returns their
   * number.
   */
  purge({ before, keep }: AuditRetention): number {
    const { beyond, older, deleteEvent, deleteEntity } = this.#statements;
    const excess = beyond.all(keep, PURGE_BATCH);
    const rows = excess.length > 0 ? excess : older.all(before, PURGE_BATCH);
    if (rows.length === 0) return 0;
    this.#index.beforeRemoval(Math.max(...rows.map((row) => integer(row, 'id'))));
    for (const row of rows) {
      const [id, time] = [integer(row, 'id'), integer(row, 'time')];
      for (const hash of urnHashes(row['subjects'])) deleteEntity.run(hash, time, id);
      deleteEvent.run(id);
    }
    this.#index.afterRemoval();
    return rows.length;
  }

  #insert(row: readonly [number, string, string | null, number | null, string | null, string]): number {
    return Number(this.#statements.insertEvent.run(...row).lastInsertRowid);
  }
}

type StatementName = 'insertEvent' | 'beyond' | 'older' | 'deleteEvent' | 'deleteEntity';

function prepare(database: DatabaseSync): Record<StatementName, StatementSync> {
  const statement = (sql: string): StatementSync => database.prepare(sql);
  const event = `SELECT e.id, e.time, coalesce(e.subjects, l.entries) AS subjects
    FROM audit_event e LEFT JOIN change_log l ON l.sequence = e.sequence`;
  return {
    insertEvent: statement(
      'INSERT INTO audit_event (time, kind, actor, sequence, subjects, details) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    // Ids have no gaps, because only the oldest events are ever removed.
    beyond: statement(`${event} WHERE e.id <= (SELECT max(id) FROM audit_event) - ? ORDER BY e.id LIMIT ?`),
    older: statement(`${event} WHERE e.time < ? ORDER BY e.time, e.id LIMIT ?`),
    deleteEvent: statement('DELETE FROM audit_event WHERE id = ?'),
    deleteEntity: statement('DELETE FROM audit_entity WHERE urn_hash = ? AND time = ? AND event_id = ?'),
  };
}
