import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError, messageOf } from '../../../errors.ts';
import { syncFolder } from '../../../util/sync-folder.ts';
import { newerSchema } from '../../schema-migration.ts';
import { knownSchema } from '../connection.ts';
import { LOCK_FILE, lockFolder } from '../folder-lock.ts';
import { makeFolder } from '../make-folder.ts';
import { UNFINISHED_RESTORE } from '../transfer/unfinished-copy.ts';
import { readBackupFile, readDescription, type BackupContent } from './backup-file.ts';
import { backupsIn } from './make-backup.ts';

/** What to restore, and where to. */
export interface RestoreRequest {
  /** A backup, or a folder of backups, whose latest is restored. */
  readonly from: string;
  /** Data folder: missing, empty, or with nothing but the file `keyFile`. */
  readonly folder: string;
  /** Where the key of the secrets belongs, in the data folder. */
  readonly keyFile: string;
  /** Writes the text of the key to `keyFile`, durably. */
  readonly writeKey: (text: string) => void;
}

/** A backup that was restored or checked. */
export interface ReadBackup extends BackupContent {
  readonly file: string;
}

/**
 * Restores a backup into a data folder: all of it or, if this fails or is killed, no catalog that a server would open. NOT_FOUND if
 * there is no backup; INVALID_REQUEST if it is damaged; CONFLICT if a newer version made it, if the folder is not empty, or if a
 * server runs on it; UNAVAILABLE if it cannot be written.
 */
export async function restoreBackup(request: RestoreRequest): Promise<ReadBackup> {
  const { folder, keyFile, writeKey } = request;
  const file = backupAt(request.from);
  const { build, schema, secretsKey } = readDescription(file);
  if (schema > knownSchema()) throw newerSchema('backup', schema, knownSchema(), build);
  makeFolder(folder);
  const release = lockFolder(folder);
  try {
    refuseContent(folder, keyFile, secretsKey);
    const partial = join(folder, UNFINISHED_RESTORE);
    rmSync(partial, { force: true });
    const content = await decompress(file, partial);
    if (secretsKey !== undefined && !existsSync(keyFile)) writeKey(secretsKey);
    // Now it is a catalog.
    renameSync(partial, join(folder, 'catalog.db'));
    syncFolder(folder);
    return { ...content, file };
  } finally {
    release();
  }
}

async function decompress(file: string, partial: string): Promise<BackupContent> {
  try {
    return await readBackupFile(file, partial);
  } catch (error) {
    rmSync(partial, { force: true });
    if (error instanceof CatalogError) throw error;
    throw new CatalogError('UNAVAILABLE', `The backup cannot be restored: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Reads a whole backup, or the latest in a folder, and compares its checksum. Errors as of {@link restoreBackup}. */
export async function checkBackup(from: string): Promise<ReadBackup> {
  const file = backupAt(from);
  return { ...(await readBackupFile(file, undefined)), file };
}

/** The backup at a path; the latest, if it is a folder. */
function backupAt(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const latest = backupsIn(path).at(-1);
  if (latest !== undefined) return join(path, latest);
  throw new CatalogError(
    'NOT_FOUND',
    `There is no backup in ${path}. Name a folder or a file that 'colophon backup' wrote.`,
  );
}

/** Files that an empty folder may have. */
const NO_CONTENT = new Set([LOCK_FILE, `${LOCK_FILE}-journal`, UNFINISHED_RESTORE, 'lost+found']);

/** Throws CONFLICT if the folder contains anything but the key of the backup and what an interrupted restore has left. */
function refuseContent(folder: string, keyFile: string, secretsKey: string | undefined): void {
  const [other] = readdirSync(folder).filter(
    (name) => !NO_CONTENT.has(name) && ![keyFile, `${keyFile}.new`].includes(join(folder, name)),
  );
  if (other !== undefined)
    throw new CatalogError(
      'CONFLICT',
      `The data folder ${folder} is not empty: it has ${other}. Choose a new folder with --data, or rename this one first.`,
    );
  if (secretsKey === undefined || !existsSync(keyFile)) return;
  if (readFileSync(keyFile, 'utf8').trim() !== secretsKey)
    throw new CatalogError(
      'CONFLICT',
      `${keyFile} is not the key of this backup. Choose a new folder with --data, or remove the file first.`,
    );
}
