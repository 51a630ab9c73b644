import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { KEPT_REPORTS } from '../../job-store.ts';
import type { JobOperation } from './write-operations.ts';

/** Writes job reports on a connection. The caller holds the transaction. */
export class JobWriter {
  readonly #add: StatementSync;
  readonly #put: StatementSync;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare('INSERT INTO job VALUES (?, ?, ?, ?)');
    this.#put = database.prepare('UPDATE job SET report = ?, heard_at = ? WHERE id = ?');
    this.#drop = database.prepare(
      'DELETE FROM job WHERE kind = ?1 AND id NOT IN (SELECT id FROM job WHERE kind = ?1 ORDER BY id DESC LIMIT ?2)',
    );
  }

  /** Adds or replaces a report; adding deletes those of its kind beyond `KEPT_REPORTS`. */
  write(operation: JobOperation): void {
    if (operation[0] === 'addJob') {
      const [, id, kind, ...row] = operation;
      this.#add.run(id, kind, ...row);
      this.#drop.run(kind, KEPT_REPORTS);
    } else {
      const [, id, report, heardAt] = operation;
      this.#put.run(report, heardAt, id);
    }
  }
}
