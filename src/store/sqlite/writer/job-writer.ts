import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { keptReports } from '../../job-store.ts';
import type { JobOperation } from './write-operations.ts';

/** Writes job reports on a connection. The caller holds the transaction. */
export class JobWriter {
  readonly #add: StatementSync;
  readonly #put: StatementSync;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      'INSERT INTO job (id, kind, report, heard_at, owner) VALUES (?, ?, ?, ?, ?)',
    );
    this.#put = database.prepare('UPDATE job SET report = ?, heard_at = ? WHERE id = ?');
    this.#drop = database.prepare(
      `DELETE FROM job WHERE kind = ?1 AND owner = ?2
         AND id NOT IN (SELECT id FROM job WHERE kind = ?1 AND owner = ?2 ORDER BY id DESC LIMIT ?3)`,
    );
  }

  /** Adds or replaces a report; adding deletes those of its kind and owner beyond `keptReports`. */
  write(operation: JobOperation): void {
    if (operation[0] === 'addJob') {
      const [, id, kind, report, heardAt, owner] = operation;
      this.#add.run(id, kind, report, heardAt, owner);
      this.#drop.run(kind, owner, keptReports(kind));
    } else {
      const [, id, report, heardAt] = operation;
      this.#put.run(report, heardAt, id);
    }
  }
}
