import { DatabaseSync } from 'node:sqlite';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError } from '../../errors.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Size of the page cache of a connection, in bytes. */
const CACHE_BYTES = 64 * 2 ** 20;

/**
 * Time to wait for a lock, in ms. There is one writer, but a reader that finds the index of the log half written, or opens it, holds
 * the lock of writers for a moment to look again.
 */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens or creates a database for writing, durable at every commit, and migrates its schema. A new file has mode
 * 0600. CONFLICT when a newer version wrote it.
 */
export function openForWriting(path: string): DatabaseSync {
  // SQLite would create the file world-readable. The WAL file gets the mode of the database.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // FULL syncs the disk at COMMIT: acknowledged writes survive a power loss, not only a killed process.
  database.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -${CACHE_BYTES / 1024};
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA temp_store = MEMORY;
  `);
  migrate(database);
  return database;
}

/** Opens a read-only connection to a database that another connection writes. */
export function openForReading(path: string, cacheBytes = CACHE_BYTES): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  database.exec(`
    PRAGMA cache_size = -${cacheBytes / 1024};
    PRAGMA temp_store = MEMORY;
    PRAGMA mmap_size = 268435456;
  `);
  return database;
}

/** Applies pending migrations, each in one transaction with the new schema number. */
function migrate(database: DatabaseSync): void {
  const files = readdirSync(MIGRATIONS).sort();
  const current = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (current > files.length) {
    throw new CatalogError(
      'CONFLICT',
      `The data folder was written by a newer Colophon (schema ${current}, this one knows ${files.length}); start that version instead.`,
    );
  }
  files.slice(current).forEach((file, index) => {
    const sql = readFileSync(join(MIGRATIONS, file), 'utf8');
    database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${current + index + 1}; COMMIT;`);
  });
}
