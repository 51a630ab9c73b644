import { CatalogError } from '../../../errors.ts';
import type { Queryable } from '../connection.ts';

/** Table with the progress of a copy; dropped when the copy is complete. */
export const PROGRESS_TABLE = 'colophon_transfer';

/** Throws CONFLICT when the database contains an unfinished copy, which is not a catalog yet. */
export async function refuseUnfinishedCopy(database: Queryable, shown: string): Promise<void> {
  const [row] = await database.query(`SELECT to_regclass('${PROGRESS_TABLE}') IS NOT NULL AS is_there`);
  if (row?.['is_there'] !== true) return;
  throw new CatalogError(
    'CONFLICT',
    `The database ${shown} holds part of a copy. Run 'colophon migrate' again to finish it, or empty the database.`,
  );
}
