import { CatalogError } from '../../errors.ts';
import type { Queryable } from './connection.ts';

/** Where a copy notes how far it has come; the table is gone when the copy is complete. */
export const PROGRESS_TABLE = 'colophon_transfer';

/** Throws CONFLICT for a database that a copy has not been finished into: it is no catalog yet. */
export async function refuseUnfinishedCopy(database: Queryable, shown: string): Promise<void> {
  const [row] = await database.query(`SELECT to_regclass('${PROGRESS_TABLE}') IS NOT NULL AS is_there`);
  if (row?.['is_there'] !== true) return;
  throw new CatalogError(
    'CONFLICT',
    `The database ${shown} holds part of a copy. Run 'colophon migrate' again to finish it, or empty the database.`,
  );
}
