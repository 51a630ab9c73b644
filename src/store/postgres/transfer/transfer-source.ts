import { CatalogError } from '../../../errors.ts';
import type { TransferSource } from '../../transfer/transfer.ts';
import { integer } from '../../rows/stored-rows.ts';
import { ADOPTED_SINCE } from '../adoption.ts';
import type { Queryable } from '../connection.ts';
import { readCatalogId } from '../catalog-id.ts';
import { connectForTransfer } from './transfer-connection.ts';
import { PostgresTransferReader } from './transfer-reader.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

/** Timeout for commits in progress. */
const LOCK_TIMEOUT = '30s';

/**
 * Opens a snapshot of the catalog in a database for copying; blocks all commits until it is closed. CONFLICT when
 * the database contains an unfinished copy, rows of DataHub that no server has adopted yet, or is being copied;
 * UNAVAILABLE when it cannot be reached, or when a commit in progress takes longer than 30 s.
 */
export async function openPostgresSource(url: string): Promise<TransferSource> {
  const connection = await connectForTransfer(url);
  const { database, shown } = connection;
  try {
    await refuseUnfinishedCopy(database, shown);
    const state = await holdState(database);
    await refuseUnadopted(database, shown);
    const reader = new PostgresTransferReader(database);
    const catalogId = await readCatalogId(database);
    return {
      state,
      identity: { catalogId, hadCommitIds: true },
      count: (table) => reader.count(table),
      read: (table, from, limit) => reader.read(table, from, limit),
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

/** Begins the transaction of all reads and locks the table that each commit locks first. */
async function holdState(database: Queryable): Promise<string> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await database.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  // LOCK TABLE waits before the snapshot is taken; locking the row would wait after it.
  await database.query('LOCK TABLE colophon_state IN EXCLUSIVE MODE');
  const [row] = await database.query(
    `SELECT (SELECT min(createdon) FROM colophon_change_log) AS begun, last_sequence, last_audit_event
     FROM colophon_state`,
  );
  return JSON.stringify(row);
}

/** Ignores older rows without a counterpart: adoption skipped them, so they are not part of the catalog. */
async function refuseUnadopted(database: Queryable, shown: string): Promise<void> {
  const [row = {}] = await database.query(
    `SELECT count(*) AS count FROM metadata_aspect_v2 a LEFT JOIN colophon_entity e ON e.urn = a.urn
     LEFT JOIN colophon_aspect s ON s.entity_id = e.id AND s.aspect = a.aspect AND s.version = a.version
     WHERE a.createdon >= (SELECT ${ADOPTED_SINCE} FROM colophon_state)
       AND (s.createdon IS NULL OR s.createdon <> a.createdon)`,
  );
  const count = integer(row, 'count');
  if (count === 0) return;
  throw new CatalogError(
    'CONFLICT',
    `${shown} holds ${count} rows written by DataHub that no server has adopted yet. Start a server on it, stop it, then migrate.`,
  );
}
