import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError } from '../../errors.ts';

/** What a copy is called until it is complete. */
export const UNFINISHED_COPY = 'catalog.db.copying';

/** Throws CONFLICT for a folder that a copy has not been finished into: it is no catalog yet, nor free for another. */
export function refuseUnfinishedCopy(folder: string): void {
  if (!existsSync(join(folder, UNFINISHED_COPY))) return;
  throw new CatalogError(
    'CONFLICT',
    `The data folder ${folder} holds part of a copy. Run 'colophon migrate' again to finish it, or remove ${UNFINISHED_COPY}.`,
  );
}
