import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { WorkTracer } from '../../tracing.ts';
import { adopt } from './adoption.ts';
import { readCatalogId } from './catalog-id.ts';
import { AdvisoryLeases } from './advisory-leases.ts';
import { CommitWatch } from './commits/commit-watch.ts';
import { openPool, parseAddress, queryable, type DatabaseAddress } from './connection.ts';
import { checksumAdvice } from './data-checksums.ts';
import { Durability } from './durability.ts';
import { ConnectionsInUse } from './connections-in-use.ts';
import { isPassing, storeFailure } from './failures.ts';
import { checkServer, migrate, type ServerState } from './migrate.ts';
import type { MigrationListener } from '../schema-migration.ts';
import { PostgresStore } from './postgres-store.ts';
import { readingFrom } from './reading.ts';
import { RowReader } from './readers/row-reader.ts';
import { refuseUnfinishedCopy } from './transfer/unfinished-copy.ts';
import { WriteSession } from './write-session.ts';

/** Options of a PostgreSQL store. */
export interface PostgresOptions {
  /** Maximum read connections; three more are used for writing, watching and leases. Default: 10. */
  readonly connections?: number;
  /** Statement timeout of reads in ms. Default: 60,000. */
  readonly readTimeout?: number;
  /** How long to retry the first connection, in ms. Default: 15,000. */
  readonly connectTimeout?: number;
  /** Receives progress messages of slow steps. */
  readonly log?: (message: string) => void;
  /** Receives what is being done while a migration takes long. */
  readonly progress?: (sentence: string) => void;
  /** Traces write transactions; absent without tracing. */
  readonly tracer?: WorkTracer | undefined;
}

const DEFAULTS = { connections: 10, readTimeout: 60_000, connectTimeout: 15_000 } as const;
/** Statement timeout of the writer, in ms. */
const WRITE_TIMEOUT = 60_000;
/** Timeout of the writer for locks held by others, in ms. */
const LOCK_TIMEOUT = 30_000;
/**
 * Time (ms) after which a connection counts as dead: no answer from the server, or no statement within a
 * transaction.
 */
const DEAD_AFTER = 10_000;

/**
 * Opens the store of a database, applies migrations and adopts rows written by DataHub. Retries for `connectTimeout` ms
 * while the server does not answer, then rejects with UNAVAILABLE. INVALID_REQUEST for a malformed address;
 * CONFLICT for an unsupported server, a newer schema or an unfinished copy. Messages name host and database, never
 * the password.
 */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
  const address = parseAddress(url);
  const {
    connections,
    readTimeout,
    connectTimeout,
    log = () => undefined,
    progress = () => undefined,
    tracer,
  } = { ...DEFAULTS, ...options };
  const readers = openPool(address, {
    max: connections,
    statement_timeout: readTimeout,
    query_timeout: readTimeout + DEAD_AFTER,
    options: '-c default_transaction_read_only=on',
  });
  const writing = openPool(address, {
    max: 1,
    // Statements are sent before earlier ones are answered.
    pipeline: true,
    lock_timeout: LOCK_TIMEOUT,
    statement_timeout: WRITE_TIMEOUT,
    query_timeout: WRITE_TIMEOUT + DEAD_AFTER,
    // A disconnected or stopped process blocks all other writers with its open transaction until this timeout.
    idle_in_transaction_session_timeout: DEAD_AFTER,
    idleTimeoutMillis: 0,
  });
  const kept = { max: 1, query_timeout: DEAD_AFTER, idleTimeoutMillis: 0 };
  const watching = openPool(address, kept);
  const leasing = openPool(address, kept);
  try {
    await waitFor(writing, address, connectTimeout, log);
    const { isReadOnly } = await prepare(address, { log, progress });
    const reading = readingFrom(queryable(readers), address.shown);
    const advice = await checksumAdvice(reading);
    if (advice !== undefined) log(advice);
    const durability = new Durability();
    const readingDisk = durability.readingFrom(readers, address.shown);
    const rows = new RowReader(readingDisk);
    const { end } = await rows.logEnd(0);
    const session = new WriteSession(writing, durability, address.shown, (before, after) =>
      watch.own(before, after),
    );
    const watch = new CommitWatch(watching, rows, end, () => session.writer);
    if (!isReadOnly) await adopt({ reading, transact: (work) => session.transact(work), log });
    await watch.start();
    const waiting = new ConnectionsInUse(readers, writing);
    const leases = new AdvisoryLeases(leasing, address.shown, () => waiting.giveUp());
    return new PostgresStore({
      catalogId: await readCatalogId(reading),
      readers,
      reading,
      readingDisk,
      rows,
      session,
      watch,
      leases,
      shown: address.shown,
      log,
      tracer,
    });
  } catch (error) {
    await Promise.all([readers, writing, watching, leasing].map((pool) => pool.end()));
    throw storeFailure(error, 'Opening the store', address.shown);
  }
}

async function waitFor(
  pool: Pool,
  { shown }: DatabaseAddress,
  connectTimeout: number,
  log: (message: string) => void,
): Promise<void> {
  const STEP = 500;
  for (let waited = 0; ; waited += STEP) {
    try {
      await queryable(pool).query('SELECT 1');
      return;
    } catch (error) {
      if (!isPassing(error) || waited >= connectTimeout) throw error;
      if (waited === 0) log(`Waiting for PostgreSQL at ${shown}.`);
      await pause(STEP);
    }
  }
}

/** Checks the server and migrates, on a separate connection: a step may read a large table for minutes. */
async function prepare(address: DatabaseAddress, listener: MigrationListener): Promise<ServerState> {
  const pool = openPool(address, { max: 1, lock_timeout: LOCK_TIMEOUT });
  try {
    const client = await pool.connect();
    try {
      const database = queryable(client);
      const server = await checkServer(database);
      await migrate(database, server, listener);
      await refuseUnfinishedCopy(database, address.shown);
      return server;
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
