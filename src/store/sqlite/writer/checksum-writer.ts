import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { problemOf } from '../damage/intact-row.ts';
import { KEYS, RowPages, keyOf, statements, type KeyPart } from '../damage/row-pages.ts';
import type { CommitMetadata } from '../implied/commit-metadata.ts';
import { SUM_OF, type CheckedTable } from '../damage/row-sums.ts';

/** Adds checksums to readable rows without one. The caller holds the transaction. */
export class ChecksumWriter {
  readonly #pages: RowPages;
  readonly #commits: CommitMetadata;
  readonly #set: Readonly<Record<CheckedTable, StatementSync>>;

  constructor(database: DatabaseSync, commits: CommitMetadata) {
    this.#commits = commits;
    this.#pages = new RowPages(database, 't.checksum IS NULL');
    this.#set = statements((table) =>
      database.prepare(
        `UPDATE ${table} SET checksum = ? WHERE ${KEYS[table].map((name) => `${name} = ?`).join(' AND ')}`,
      ),
    );
  }

  /** Adds them to rows with the first part of their key in (`after`, `upTo`]; returns the number of rows. */
  add(table: CheckedTable, after: KeyPart, upTo: KeyPart): number {
    let added = 0;
    for (const rows of this.#pages.pages(table, after, upTo)) {
      for (const row of rows) {
        if (problemOf(this.#commits, table, row) !== undefined) continue;
        this.#set[table].run(SUM_OF[table](row), ...keyOf(table, row));
        added++;
      }
    }
    return added;
  }
}
