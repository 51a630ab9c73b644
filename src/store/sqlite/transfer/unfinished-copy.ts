import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError } from '../../../errors.ts';

/** File name of the database until a copy is complete. */
export const UNFINISHED_COPY = 'catalog.db.copying';

/** File name of the database until a backup is restored completely. */
export const UNFINISHED_RESTORE = 'catalog.db.restoring';

/** Commands that leave a part behind when they are interrupted, by its file name. */
const COMMANDS: Readonly<Record<string, string>> = {
  [UNFINISHED_COPY]: 'migrate',
  [UNFINISHED_RESTORE]: 'restore-backup',
};

/**
 * Throws CONFLICT when the folder contains an unfinished copy, which must not be opened or overwritten as a
 * catalog.
 */
export function refuseUnfinishedCopy(folder: string): void {
  for (const [file, command] of Object.entries(COMMANDS)) {
    if (!existsSync(join(folder, file))) continue;
    throw new CatalogError(
      'CONFLICT',
      `The data folder ${folder} holds part of a copy. Run 'colophon ${command}' again to finish it, or remove ${file}.`,
    );
  }
}
