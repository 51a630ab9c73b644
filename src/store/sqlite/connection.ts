import { DatabaseSync } from 'node:sqlite';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  logMigration,
  logOtherBuild,
  newerSchema,
  unheard,
  type MigrationListener,
  type StoreFormat,
} from '../schema-migration.ts';
import { BUILD } from '../../version.ts';
import { keepCopy, keptCopies } from './keep-copy.ts';
import { runMigration } from './run-migration.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Size of the page cache of a connection, in bytes. */
const CACHE_BYTES = 64 * 2 ** 20;

/**
 * Time to wait for a lock, in ms. There is one writer, but a reader that opens the WAL index, or finds it half written, briefly
 * holds the writer lock to read it again.
 */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens or creates a database for writing, durable at every commit, and migrates its schema, which the listener hears of. A copy of the
 * database is kept before. A new file has mode 0600. CONFLICT when a newer version wrote it.
 */
export function openForWriting(path: string, listener: MigrationListener = unheard): DatabaseSync {
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
  try {
    migrate(database, path, listener);
  } catch (error) {
    database.close();
    throw error;
  }
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

/** The schema that this version writes. */
export function knownSchema(): number {
  return migrationFiles().length;
}

/** The schema of a database; 0 if it is empty. */
export function schemaOf(database: DatabaseSync): number {
  return numberOf(database, 'SELECT user_version AS number FROM pragma_user_version');
}

function migrationFiles(): readonly string[] {
  return readdirSync(MIGRATIONS).sort();
}

/** Applies pending migrations, each in one transaction with the new schema number and the build that applied it. */
function migrate(database: DatabaseSync, path: string, listener: MigrationListener): void {
  const files = migrationFiles();
  const current = schemaOf(database);
  const writer = formatOf(database);
  if (current > files.length) throw newerSchema('data folder', current, files.length, writer?.build);
  const isNew = current === 0;
  if (!isNew && current < files.length && !isResumed(path, current, writer)) {
    keepCopy(database, { path, schema: current }, listener);
  }
  files.slice(current).forEach((file, index) => {
    const step = { from: current + index, to: current + index + 1 };
    const ended = logMigration(step, isNew ? unheard : listener);
    const before = changesOf(database);
    const sql = readFileSync(join(MIGRATIONS, file), 'utf8');
    database.exec('BEGIN IMMEDIATE');
    runMigration(database, sql, step, listener);
    database.exec(`PRAGMA user_version = ${step.to}; ${HISTORY};`);
    const rows = changesOf(database) - before;
    recordBuild(database, step.to);
    database.exec('COMMIT');
    ended(rows);
  });
  if (current < files.length || writer?.build === BUILD) return;
  if (writer !== undefined) logOtherBuild('data folder', writer, listener);
  database.exec(`BEGIN IMMEDIATE; ${HISTORY}`);
  recordBuild(database, current);
  database.exec('COMMIT');
}

/** Whether this build has begun the migration and was interrupted: the copy has been kept, and older versions cannot open this state. */
function isResumed(path: string, schema: number, writer: StoreFormat | undefined): boolean {
  return writer?.build === BUILD && writer.schema === schema && keptCopies(path).length > 0;
}

/** The last build that opened each schema for writing; stores of early versions lack it. */
const HISTORY =
  'CREATE TABLE IF NOT EXISTS schema_history (schema INTEGER PRIMARY KEY, build TEXT NOT NULL) STRICT';

function recordBuild(database: DatabaseSync, schema: number): void {
  database.prepare('INSERT OR REPLACE INTO schema_history VALUES (?, ?)').run(schema, BUILD);
}

/** The newest schema of a database whose build is recorded, with that build; undefined if none is. */
export function formatOf(database: DatabaseSync): StoreFormat | undefined {
  const isThere = "SELECT count(*) AS number FROM sqlite_schema WHERE name = 'schema_history'";
  if (numberOf(database, isThere) === 0) return undefined;
  const row = database.prepare('SELECT schema, build FROM schema_history ORDER BY schema DESC LIMIT 1').get();
  return row && { schema: Number(row['schema']), build: String(row['build']) };
}

function changesOf(database: DatabaseSync): number {
  return numberOf(database, 'SELECT total_changes() AS number');
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['number'] ?? 0);
}
