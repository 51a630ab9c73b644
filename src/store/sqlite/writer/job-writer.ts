import type { DatabaseSync, StatementSync } from 'node:sqlite';
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

  /** Adds or replaces a report, or deletes reports; adding deletes the oldest of its kind and owner. */
  write(operation: JobOperation): void {
    switch (operation[0]) {
      case 'addJob': {
        const [, id, kind, report, heardAt, owner, keep] = operation;
        this.#add.run(id, kind, report, heardAt, owner);
        this.#drop.run(kind, owner, keep);
        break;
      }
      case 'putJob': {
        const [, id, report, heardAt] = operation;
        this.#put.run(report, heardAt, id);
        break;
      }
      case 'dropJobs': {
        const [, kind, owner, keep] = operation;
        this.#drop.run(kind, owner, keep);
      }
    }
  }
}
