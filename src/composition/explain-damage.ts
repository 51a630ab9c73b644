import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import { CatalogError, messageOf } from '../errors.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) for a file that cannot be opened, with what to do first. */
const FILE_ERRORS: ReadonlyMap<number, 'damaged' | 'unreadable'> = new Map([
  [11, 'damaged'], // CORRUPT
  [26, 'damaged'], // NOTADB
  [10, 'damaged'], // IOERR, among others when the file is shorter than it says
  [14, 'unreadable'], // CANTOPEN
  [8, 'unreadable'], // READONLY
  [3, 'unreadable'], // PERM
  [23, 'unreadable'], // AUTH
]);

type Place = Pick<Config, 'data' | 'memory' | 'store'>;

/**
 * The error to throw for a start that failed: if SQLite could not read `catalog.db`, one that says so and how to come back; else the
 * same error.
 */
export function explainDamage(error: unknown, { data, memory, store }: Place): unknown {
  if (memory || store !== '' || !(error instanceof Error) || !('errcode' in error)) return error;
  const path = join(data, 'catalog.db');
  const why = messageOf(error);
  const kind = FILE_ERRORS.get(Number(error.errcode) & 0xff);
  if (kind === 'damaged') return damagedFile(path, why, error);
  if (kind === 'unreadable')
    return new CatalogError(
      'UNAVAILABLE',
      `${path} cannot be opened (${why}). Give this user the right to read and write it and the files beside it, catalog.db-wal and catalog.db-shm.`,
      { cause: error },
    );
  return error;
}

/**
 * Throws CONFLICT if `catalog.db` is empty in a folder that had a catalog, as its index shows: SQLite would take the file for that of
 * a new catalog.
 */
export function refuseEmptiedFile({ data, memory, store }: Place): void {
  const path = join(data, 'catalog.db');
  if (memory || store !== '' || !existsSync(join(data, 'index'))) return;
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size);
  if (sizes[0] === 0 && (sizes[1] ?? 0) === 0) throw damagedFile(path, 'it is empty', undefined);
}

function damagedFile(path: string, why: string, cause: unknown): CatalogError {
  const remedy =
    "Stop all servers on its folder, rename the folder, and restore the last backup with 'colophon restore-backup'; without one, see " +
    'docs/operations.md#a-start-on-a-damaged-file.';
  return new CatalogError('CONFLICT', `${path} is damaged: ${why}. ${remedy}`, { cause });
}
