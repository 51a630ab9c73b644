import type { DatabaseSync } from 'node:sqlite';
import { LongWork } from '../long-work.ts';
import type { MigrationListener, SchemaStep } from '../schema-migration.ts';
import { urnHashing } from './urn-columns.ts';

/** A statement that copies a whole table, which is what takes long in a migration: columns, last a function of one, no condition. */
const COPY = /(INSERT INTO \w+\s+SELECT [\w\s,]+(?:\w+\(\w+\))?\sFROM (\w+));/g;

/** Rows between two looks at the clock. */
const STRIDE = 1_024;

/**
 * Runs the text of a migration in the caller's transaction; reports how many rows of whole tables are copied. The text may call
 * `colophon_urn_hash`.
 */
export function runMigration(
  database: DatabaseSync,
  text: string,
  { from, to }: SchemaStep,
  { progress }: Pick<MigrationListener, 'progress'>,
): void {
  let hashOf: ReturnType<typeof urnHashing> | undefined;
  database.function('colophon_urn_hash', { deterministic: true, directOnly: true }, (urn) => {
    hashOf ??= urnHashing(database);
    return hashOf(String(urn));
  });
  const sources = [...text.matchAll(COPY)].flatMap(([, , table]) => table ?? []);
  const total = sources.reduce((sum, table) => sum + rowsOf(database, table), 0);
  if (total === 0) {
    database.exec(text);
    return;
  }
  const what = `The schema is being migrated from ${from} to ${to}`;
  const work = new LongWork({ what, counted: 'rows are copied', total }, progress);
  let copied = 0;
  // Not deterministic, so that it is called for each row.
  database.function('colophon_copied', { directOnly: true }, () => {
    if (++copied % STRIDE === 0) work.reached(copied);
    if (copied === total) work.ended('all rows are copied; their indexes are being created.');
    return 1;
  });
  database.exec(text.replace(COPY, '$1 WHERE colophon_copied();'));
}

function rowsOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'] ?? 0);
}
