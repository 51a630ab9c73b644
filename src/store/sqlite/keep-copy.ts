import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CatalogError } from '../../errors.ts';
import { PRIVATE_FILE, makePrivate } from '../../util/private-files.ts';
import { syncFolder } from '../../util/sync-folder.ts';
import { LongWork } from '../long-work.ts';
import type { MigrationListener } from '../schema-migration.ts';

const MEBIBYTE = 2 ** 20;
const CHUNK = 4 * MEBIBYTE;

/** Free space that a copy needs, in sizes of the catalog: one for itself, and two for the migration, which can write each table twice. */
const SIZES = 3;

/** Names of copies: the schema is part of them. */
const COPY = /^catalog\.schema-(\d+)\.db$/;

/** Copies of a catalog that were kept before migrations. */
export function keptCopies(path: string): readonly string[] {
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => COPY.test(name))
    .map((name) => join(folder, name))
    .toSorted();
}

/**
 * Copies a catalog beside itself before its schema is migrated, because older versions cannot open it afterwards. On file systems that
 * share blocks (Btrfs, XFS) this takes no space; on others it is left out, and logged, if the disk would become too full for the
 * migration. A copy that was interrupted has another name and is replaced.
 */
export function keepCopy(
  database: DatabaseSync,
  { path, schema }: { readonly path: string; readonly schema: number },
  { log, progress }: MigrationListener,
): void {
  emptyLog(database, path);
  const copy = join(dirname(path), `catalog.schema-${schema}.db`);
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  const { size } = statSync(path);
  if (!sharedBlocks(path, unfinished)) {
    const { bavail, bsize } = statfsSync(dirname(path));
    const [free, needed] = [bavail * bsize, SIZES * size];
    if (free < needed) {
      log(
        `No copy of the catalog is kept before its migration: ${mebibytes(needed)} MiB should be free, and ${mebibytes(free)} are. ` +
          'Only a backup leads back to the former version.',
      );
      return;
    }
    copyBytes(path, unfinished, size, progress);
  }
  makePrivate(unfinished);
  syncFile(unfinished);
  renameSync(unfinished, copy);
  syncFolder(dirname(path));
  log(
    `Kept a copy of the catalog with schema ${schema}: ${copy} (${mebibytes(size)} MiB). Delete it once you do not want to go back.`,
  );
}

/** Moves everything from the write-ahead log into the database file. CONFLICT when another program reads it meanwhile. */
function emptyLog(database: DatabaseSync, path: string): void {
  const outcome = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (outcome?.['busy'] === 0) return;
  throw new CatalogError(
    'CONFLICT',
    `The schema cannot be migrated while another program reads ${path}. End it, and start again.`,
  );
}

/** Whether the file system could make a copy that shares its blocks with the original. */
function sharedBlocks(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    // The file system cannot: the errors differ by system. A real problem shows in the plain copy.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    rmSync(to, { force: true });
    return false;
  }
}

function copyBytes(from: string, to: string, size: number, progress: MigrationListener['progress']): void {
  const what = 'The catalog is being copied before its migration';
  const total = mebibytes(size);
  const work = new LongWork({ what, counted: 'MiB are copied', total }, progress);
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx', PRIVATE_FILE)];
  try {
    const buffer = new Uint8Array(CHUNK);
    let copied = 0;
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) {
      for (let written = 0; written < read;) written += writeSync(target, buffer, written, read - written);
      copied += read;
      work.reached(Math.min(total, Math.max(1, Math.round(copied / MEBIBYTE))));
    }
    work.ended('the copy is being written to disk.');
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function syncFile(path: string): void {
  // Windows syncs only files that are open for writing.
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / MEBIBYTE);
}
