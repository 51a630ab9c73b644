import { join } from 'node:path';
import { KEY_FILE, writeKeyFile } from '../config/secret-key.ts';
import type { Config } from '../config/options.ts';
import { invalidRequest } from '../errors.ts';
import { makeBackup, type BackupRequest, type MadeBackup } from '../store/sqlite/backup/make-backup.ts';
import { checkBackup, restoreBackup, type ReadBackup } from '../store/sqlite/backup/restore-backup.ts';
import { recordBackup } from './last-backup.ts';

export type { MadeBackup, ReadBackup };
export { checkBackup };

/** Where the catalog is. */
export type BackedUpConfig = Pick<Config, 'data' | 'memory' | 'store'>;

/**
 * Backs up the catalog of the data folder, and records there when. INVALID_REQUEST for a catalog in PostgreSQL or in memory; else errors
 * of `makeBackup` and `recordBackup`.
 */
export async function backUpCatalog(
  { data, memory, store }: BackedUpConfig,
  request: Omit<BackupRequest, 'folder' | 'keyFile'>,
): Promise<MadeBackup> {
  if (store !== '')
    throw invalidRequest(
      'The catalog is in PostgreSQL, whose own tools back it up while servers run: pg_dump as of one commit, or pg_basebackup with ' +
        'an archive of the write-ahead log for any point in time. Keep the secrets key with it; the index is rebuilt. See docs/moving.md#backup.',
    );
  if (memory)
    throw invalidRequest(
      'The catalog is in memory, which only its server can read. Export it with colophon export.',
    );
  const made = await makeBackup({ ...request, folder: data, keyFile: join(data, KEY_FILE) });
  recordBackup(data, made.file, request.now);
  return made;
}

/** Restores a backup into the data folder. INVALID_REQUEST with another store; else errors of `restoreBackup`. */
export function restoreCatalog({ data, store }: BackedUpConfig, from: string): Promise<ReadBackup> {
  if (store !== '')
    throw invalidRequest(
      'A backup is restored into a data folder, and the store is PostgreSQL. Unset COLOPHON_STORE, and copy the restored folder ' +
        'with colophon migrate.',
    );
  const keyFile = join(data, KEY_FILE);
  return restoreBackup({ from, folder: data, keyFile, writeKey: (text) => writeKeyFile(keyFile, text) });
}
