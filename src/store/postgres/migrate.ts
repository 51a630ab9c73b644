import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError } from '../../errors.ts';
import { BUILD } from '../../version.ts';
import { integer, text } from '../rows/stored-rows.ts';
import {
  logMigration,
  logOtherBuild,
  newerSchema,
  unheard,
  type MigrationListener,
  type SchemaStep,
  type StoreFormat,
} from '../schema-migration.ts';
import type { Queryable } from './connection.ts';
import { isLockTimeout } from './failures.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const OLDEST_SERVER = 130_000;
/** Advisory lock key, arbitrary but unlikely to be used by another program. */
const MIGRATION_LOCK = 0x636f6c6f;

/** How often a step is tried while others hold its locks; in between, statements that queue behind it continue. */
const TRIES = 60;
const PAUSE = 1_000;

/** State of a server, checked before use. */
export interface ServerState {
  readonly isReadOnly: boolean;
}

/** Throws CONFLICT for servers older than version 13 and for databases with an encoding other than UTF8. */
export async function checkServer(database: Queryable): Promise<ServerState> {
  const [row = {}] = await database.query(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
            current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only`,
  );
  if (integer(row, 'number') < OLDEST_SERVER) {
    throw refusal(`PostgreSQL ${text(row, 'version')} is too old. Use version 13 or newer.`);
  }
  if (text(row, 'encoding') !== 'UTF8') {
    throw refusal(`The database has the encoding ${text(row, 'encoding')}. Create it with ENCODING 'UTF8'.`);
  }
  return { isReadOnly: text(row, 'read_only') === 'on' };
}

/**
 * Applies pending migrations, each in one transaction with the new schema number, and bounds autovacuum of tables that
 * have become large. `client` must be a single connection. Concurrent processes wait for each other. CONFLICT when a newer version wrote the schema, or when
 * migrations are pending on a read-only server.
 */
export async function migrate(
  client: Queryable,
  { isReadOnly }: ServerState,
  listener: MigrationListener = unheard,
): Promise<void> {
  const files = readdirSync(MIGRATIONS).sort();
  const migrating: Migrating = { files, isReadOnly, listener };
  const next = (): Promise<'done' | 'none'> => nextMigration(client, migrating);
  while ((await untilUnlocked(next)) !== 'none');
  if (isReadOnly) return;
  await client.query('SELECT colophon_bound_autovacuum()');
  const writer = await formatOf(client);
  if (writer?.build === BUILD) return;
  if (writer !== undefined) logOtherBuild('database', writer, listener);
  await client.query(HISTORY);
  await client.query(RECORD, [files.length, BUILD]);
}

/** Repeats a step, once a second, while locks of others block it; rejects with the error of the last of `tries`. */
export async function untilUnlocked<T>(step: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await step();
    } catch (error) {
      if (!isLockTimeout(error) || tried === tries) throw error;
      await pause(PAUSE);
    }
  }
}

interface Migrating extends ServerState {
  /** Names of all migrations, in order. */
  readonly files: readonly string[];
  /** Discards lines once the first step finds a new database. */
  listener: MigrationListener;
}

async function nextMigration(client: Queryable, migrating: Migrating): Promise<'done' | 'none'> {
  const { files, isReadOnly } = migrating;
  await client.query('BEGIN');
  try {
    if (!isReadOnly) await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const current = await versionOf(client);
    if (current > files.length)
      throw newerSchema('database', current, files.length, (await formatOf(client))?.build);
    const file = files[current];
    if (file === undefined) {
      await client.query('COMMIT');
      return 'none';
    }
    if (isReadOnly) {
      throw refusal('The database is read-only and needs a schema migration. Start once with write access.');
    }
    if (current === 0) await client.query('CREATE TABLE colophon_schema (version integer NOT NULL)');
    if (current === 0) migrating.listener = unheard;
    const step = { from: current, to: current + 1 };
    const ended = logMigration(step, migrating.listener);
    {
      using _reports = reportDuration(step, files.length, migrating.listener);
      await client.query(readFileSync(join(MIGRATIONS, file), 'utf8'));
    }
    const rows = await writtenRows(client);
    await client.query('DELETE FROM colophon_schema');
    await client.query('INSERT INTO colophon_schema VALUES ($1)', [current + 1]);
    await client.query(HISTORY);
    await client.query(RECORD, [current + 1, BUILD]);
    await client.query('COMMIT');
    ended(rows);
    return 'done';
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The last build that opened each schema for writing; stores of early versions lack it. */
const HISTORY =
  'CREATE TABLE IF NOT EXISTS colophon_schema_history (schema integer PRIMARY KEY, build text NOT NULL)';
const RECORD =
  'INSERT INTO colophon_schema_history VALUES ($1, $2) ON CONFLICT (schema) DO UPDATE SET build = excluded.build';

/** The newest schema whose build is recorded, with that build; undefined if none is. */
export async function formatOf(client: Queryable): Promise<StoreFormat | undefined> {
  const [known] = await client.query("SELECT to_regclass('colophon_schema_history') IS NOT NULL AS is_there");
  if (known?.['is_there'] !== true) return undefined;
  const [row] = await client.query(
    'SELECT schema, build FROM colophon_schema_history ORDER BY schema DESC LIMIT 1',
  );
  return row && { schema: integer(row, 'schema'), build: text(row, 'build') };
}

/** Interval of reports while a step runs, in ms. */
const REPORT_MS = 2_000;

/** Reports a running step until disposal: PostgreSQL does not report how much of it is done. */
function reportDuration(
  { from, to }: SchemaStep,
  last: number,
  { progress }: Pick<MigrationListener, 'progress'>,
): Disposable {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += REPORT_MS / 1_000;
    progress(
      `The schema is being migrated from ${from} to ${to}, for ${seconds} seconds so far; ${last - to} steps follow.`,
    );
  }, REPORT_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Rows that the transaction has written so far. */
async function writtenRows(client: Queryable): Promise<number> {
  const [row = {}] = await client.query(
    'SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint AS rows FROM pg_stat_xact_user_tables',
  );
  return integer(row, 'rows');
}

async function versionOf(client: Queryable): Promise<number> {
  const [known] = await client.query("SELECT to_regclass('colophon_schema') IS NOT NULL AS is_there");
  if (known?.['is_there'] !== true) return 0;
  const [row] = await client.query('SELECT version FROM colophon_schema');
  return row === undefined ? 0 : integer(row, 'version');
}

function refusal(message: string): CatalogError {
  return new CatalogError('CONFLICT', message);
}
