import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError, messageOf } from '../../errors.ts';
import { createPrivate } from '../../util/private-files.ts';

/** Name of the file in a data folder on which its server holds the lock. */
export const LOCK_FILE = 'lock.db';

/**
 * Locks the data folder for this process; the returned function releases it. CONFLICT when another process holds the
 * lock.
 */
export function lockFolder(folder: string): () => void {
  const release = takeLock(folder);
  if (release !== undefined) return release;
  throw new CatalogError(
    'CONFLICT',
    `The data folder ${folder} is in use${holderOf(folder)}. Stop that server, or choose another folder with --data.`,
  );
}

/**
 * Locks any folder for this process; the returned function releases it. It is an operating system lock on a database
 * file, so it ends with the process, even after a crash. Undefined when another process holds it.
 */
export function takeLock(folder: string): (() => void) | undefined {
  const file = join(folder, LOCK_FILE);
  createPrivate(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (error) {
    database.close();
    if (!messageOf(error).includes('locked')) throw error;
    return undefined;
  }
  return () => database.close();
}

/** The lock holder for the message, from its `server.json`: ` by the server at http://... (process 123)`. */
function holderOf(folder: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('url' in holder) || !('pid' in holder)) return '';
    return ` by the server at ${String(holder.url)} (process ${String(holder.pid)})`;
  } catch {
    // A starting server has not written the file yet.
    return ' by another server';
  }
}
