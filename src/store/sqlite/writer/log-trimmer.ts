import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { TRIM_BATCH, trimmable, type LogBounds } from '../../log-trim.ts';
import { integer } from '../../rows/stored-rows.ts';

/** Deletes old commits from the change log on a connection. The caller holds the transaction. */
export class LogTrimmer {
  readonly #oldest: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    // An event has the time of its commit, so an index finds it. The last commit is kept: it has the last sequence.
    this.#oldest = database.prepare(
      `SELECT l.sequence, octet_length(l.entries) AS bytes, l.createdon < ? AND NOT EXISTS (
         SELECT 1 FROM audit_event e WHERE e.time = l.createdon AND e.sequence = l.sequence) AS is_due
       FROM change_log l WHERE l.sequence < min(?, (SELECT max(sequence) FROM change_log))
       ORDER BY l.sequence LIMIT ${TRIM_BATCH}`,
    );
    this.#delete = database.prepare('DELETE FROM change_log WHERE sequence <= ?');
  }

  /** Deletes a batch of the oldest commits; returns their number. */
  trim({ before, below }: LogBounds): number {
    const oldest = this.#oldest.all(before, below).map((row) => ({
      sequence: integer(row, 'sequence'),
      bytes: integer(row, 'bytes'),
      isDue: row['is_due'] === 1,
    }));
    const count = trimmable(oldest);
    const last = oldest[count - 1];
    if (last !== undefined) this.#delete.run(last.sequence);
    return count;
  }
}
