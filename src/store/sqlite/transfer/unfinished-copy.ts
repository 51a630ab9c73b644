import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError } from '../../../errors.ts';

/** File name of the database until a copy is complete. */
export const UNFINISHED_COPY = 'catalog.db.copying';

/**
 * Throws CONFLICT when the folder contains an unfinished copy, which must not be opened or overwritten as a
 * catalog.
 */
export function refuseUnfinishedCopy(folder: string): void {
  if (!existsSync(join(folder, UNFINISHED_COPY))) return;
  throw new CatalogError(
    'CONFLICT',
    `The data folder ${folder} holds part of a copy. Run 'colophon migrate' again to finish it, or remove ${UNFINISHED_COPY}.`,
  );
}
