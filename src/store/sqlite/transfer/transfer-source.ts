import type { DatabaseSync } from 'node:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError } from '../../../errors.ts';
import type { TransferSource } from '../../transfer/transfer.ts';
import { openForWriting } from '../connection.ts';
import { damageText } from '../../damage.ts';
import { scanRows } from '../damage/scan-rows.ts';
import { lockFolder } from '../folder-lock.ts';
import { AuditIndex } from '../writer/audit-index.ts';
import { RowReader } from '../row-reader.ts';
import { SqliteTransferReader } from './transfer-reader.ts';

/** Throws CONFLICT for damaged rows, which the copy would present as intact. */
function refuseDamage(database: DatabaseSync): void {
  const [first] = scanRows(database).flatMap(({ rows }) => rows);
  if (first === undefined) return;
  throw new CatalogError(
    'CONFLICT',
    `${damageText(first)} Nothing was copied; colophon doctor lists all damaged rows.`,
  );
}

/**
 * Opens the catalog of a data folder for copying: locks the folder and migrates the schema. NOT_FOUND when the
 * folder has no catalog, CONFLICT when a server uses it or a newer version wrote it.
 */
export function openSqliteSource(folder: string): TransferSource {
  const path = join(folder, 'catalog.db');
  if (!existsSync(path)) throw new CatalogError('NOT_FOUND', `There is no catalog in ${folder}.`);
  const release = lockFolder(folder);
  try {
    const database = openForWriting(path);
    // The copy includes writes that a server has deferred.
    database.exec('BEGIN IMMEDIATE');
    new AuditIndex(database).complete();
    database.exec('COMMIT');
    refuseDamage(database);
    const reader = new SqliteTransferReader(database);
    const state = database
      .prepare(
        `SELECT (SELECT createdon FROM change_log ORDER BY sequence LIMIT 1) AS begun,
                (SELECT max(sequence) FROM change_log) AS sequence, (SELECT max(id) FROM audit_event) AS event`,
      )
      .get();
    return {
      state: JSON.stringify(state),
      identity: new RowReader(database).identity(),
      count: (table) => reader.count(table),
      read: (table, from, limit) => reader.read(table, from, limit),
      [Symbol.asyncDispose]: () => {
        database.close();
        release();
        return Promise.resolve();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
