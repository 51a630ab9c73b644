import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { problemOf } from '../damage/intact-row.ts';
import { KEYS, RowPages, keyOf, statements, type KeyPart } from '../damage/row-pages.ts';
import { SUM_OF, type CheckedTable } from '../damage/row-sums.ts';

/** Adds checksums to rows that have none and can be read. The caller holds the transaction. */
export class ChecksumWriter {
  readonly #pages: RowPages;
  readonly #set: Readonly<Record<CheckedTable, StatementSync>>;

  constructor(database: DatabaseSync) {
    this.#pages = new RowPages(database, 't.checksum IS NULL');
    this.#set = statements((table) =>
      database.prepare(
        `UPDATE ${table} SET checksum = ? WHERE ${KEYS[table].map((name) => `${name} = ?`).join(' AND ')}`,
      ),
    );
  }

  /** Of the rows whose first part of the key is in (`after`, `upTo`]; returns how many got one. */
  add(table: CheckedTable, after: KeyPart, upTo: KeyPart): number {
    let added = 0;
    for (const rows of this.#pages.pages(table, after, upTo)) {
      for (const row of rows) {
        if (problemOf(table, row) !== undefined) continue;
        this.#set[table].run(SUM_OF[table](row), ...keyOf(table, row));
        added++;
      }
    }
    return added;
  }
}
