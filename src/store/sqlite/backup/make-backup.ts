import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { CatalogError, invalidRequest, messageOf } from '../../../errors.ts';
import { PRIVATE_FOLDER } from '../../../util/private-files.ts';
import { syncFolder } from '../../../util/sync-folder.ts';
import { LOCK_FILE, takeLock } from '../folder-lock.ts';
import { readDescription, writeBackupFile, type BackupContent } from './backup-file.ts';
import { takeSnapshot } from './snapshot.ts';

/** What to back up, and where to. */
export interface BackupRequest {
  /** Data folder. */
  readonly folder: string;
  /** File with the key of the secrets, in the data folder. */
  readonly keyFile: string;
  /** An existing folder, in which the backup gets a name of its own; else the name of the file. */
  readonly to: string;
  /** How many backups of this catalog stay in the folder `to`; undefined: all. */
  readonly keep: number | undefined;
  /** Whether to leave out the key of the secrets. */
  readonly withoutKey: boolean;
  readonly now: Date;
}

/** A backup that was made. */
export interface MadeBackup extends BackupContent {
  readonly file: string;
  /** Bytes of the file. */
  readonly compressedBytes: number;
  /** Older backups that were removed. */
  readonly removed: readonly string[];
}

/** Names that {@link makeBackup} chooses in a folder; their order is that of their times. */
const OWN_NAME = /^catalog-\d{8}T\d{6}Z-\d+\.backup$/;

/**
 * Backs up the catalog of a data folder as of one commit, whether or not a server runs on it. The file appears when it is complete,
 * durable and checked; one that it replaces stays until then. Errors of `takeSnapshot`; INVALID_REQUEST for a place that is not for
 * backups, CONFLICT if another backup is being written there, UNAVAILABLE if it cannot be written.
 */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { folder, keep, to } = request;
  const isFolder = statSync(to, { throwIfNoEntry: false })?.isDirectory() === true;
  if (keep !== undefined && !isFolder)
    throw invalidRequest(
      `--keep needs a folder, and there is no folder ${to}. Create it, or leave out --keep.`,
    );
  const place = isFolder ? to : dirname(to);
  refuseWrongPlace(folder, to, place, isFolder);
  const partial = join(place, `.${isFolder ? 'backup' : basename(to)}.partial`);
  try {
    mkdirSync(partial, { recursive: true, mode: PRIVATE_FOLDER });
    const release = takeLock(partial);
    if (release === undefined)
      throw new CatalogError(
        'CONFLICT',
        `Another backup is being written to ${to}. Wait until it has ended.`,
      );
    try {
      // What an interrupted backup has left.
      for (const name of readdirSync(partial))
        if (!name.startsWith(LOCK_FILE)) rmSync(join(partial, name), { recursive: true });
      return await writeInto(partial, request, isFolder);
    } finally {
      release();
      rmSync(partial, { recursive: true, force: true });
    }
  } catch (error) {
    if (error instanceof CatalogError) throw error;
    throw new CatalogError(
      'UNAVAILABLE',
      `The backup cannot be written to ${to}: ${messageOf(error)}. It needs room for the database and its compressed copy.`,
      { cause: error },
    );
  }
}

async function writeInto(partial: string, request: BackupRequest, isFolder: boolean): Promise<MadeBackup> {
  const { folder, keep, keyFile, now, to, withoutKey } = request;
  const [copy, compressed] = [join(partial, 'catalog.db'), join(partial, 'backup')];
  const snapshot = await takeSnapshot(folder, copy);
  // After the copy, which may have the first secret, with the key that was made for it.
  const secretsKey = !withoutKey && existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined;
  const madeAt = `${now.toISOString().slice(0, 19)}Z`;
  const content = await writeBackupFile(copy, compressed, { ...snapshot, madeAt, secretsKey });
  const { size: compressedBytes } = statSync(compressed);
  const name = `catalog-${madeAt.replaceAll(/[-:]/g, '')}-${content.sequence}.backup`;
  const file = isFolder ? join(to, name) : to;
  renameSync(compressed, file);
  syncFolder(dirname(file));
  const removed = keep === undefined ? [] : removeOldest(to, content.catalogId, keep);
  return { ...content, file, compressedBytes, removed };
}

/** Removes all but the latest `keep` backups of a catalog from a folder; returns their names. */
function removeOldest(folder: string, catalogId: string, keep: number): readonly string[] {
  const oldest = backupsIn(folder)
    .filter((name) => describedCatalog(join(folder, name)) === catalogId)
    .slice(0, -keep);
  for (const name of oldest) rmSync(join(folder, name));
  return oldest;
}

/** Names of the backups in a folder that {@link makeBackup} named, the oldest first. */
export function backupsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => OWN_NAME.test(name))
    .toSorted();
}

/** The catalog of a backup; undefined if it is not readable as one, which a rotation leaves alone. */
function describedCatalog(path: string): string | undefined {
  try {
    return readDescription(path).catalogId;
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}

function refuseWrongPlace(folder: string, to: string, place: string, isFolder: boolean): void {
  if (!existsSync(place))
    throw invalidRequest(`There is no folder ${place}. Create it, or name another place with --to.`);
  if (existsSync(join(folder, 'catalog.db')) && isWithin(folder, place))
    throw invalidRequest(
      `${to} is in the data folder, and would be lost with it. Name another place with --to.`,
    );
  if (!isFolder && existsSync(to) && describedCatalog(to) === undefined)
    throw invalidRequest(
      `${to} exists and is no backup, so it is not replaced. Name another file with --to.`,
    );
}

function isWithin(folder: string, place: string): boolean {
  const path = relative(realpathSync(folder), realpathSync(place));
  return !isAbsolute(path) && path.split(/[\\/]/, 1)[0] !== '..';
}
