import type { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../../errors.ts';
import type { Removed, WriteBatch } from './write-operations.ts';
import { RowWriter } from './row-writer.ts';

/** Outcome of a group of batches: all durable or none. */
export type GroupOutcome =
  | { readonly ok: true; readonly removed: readonly Removed[] }
  | { readonly ok: false; readonly message: string };

/** Writes groups of batches, with one transaction and one disk sync per group. */
export class GroupCommitter {
  readonly #database: DatabaseSync;
  readonly #rows: RowWriter;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#rows = new RowWriter(database);
  }

  /** Never throws: a failure is part of the outcome, for the waiting callers. */
  commit(batches: readonly WriteBatch[]): GroupOutcome {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const removed = batches.map((batch) => this.#rows.write(batch));
      this.#database.exec('COMMIT');
      return { ok: true, removed };
    } catch (error) {
      this.#rollBack();
      return { ok: false, message: messageOf(error) };
    } finally {
      this.#rows.endTransaction();
    }
  }

  /** Writes deferred rows before the database is closed. A failure costs nothing: the next start continues from there. */
  complete(): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      this.#rows.complete();
      this.#database.exec('COMMIT');
    } catch {
      this.#rollBack();
    }
  }

  #rollBack(): void {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    this.#rows.rolledBack();
  }
}
