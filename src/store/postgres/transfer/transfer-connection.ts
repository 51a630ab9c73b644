import type { PoolClient } from 'pg';
import { CatalogError } from '../../../errors.ts';
import { openPool, parseAddress, queryable, type Queryable } from '../connection.ts';
import { storeFailure } from '../failures.ts';
import { checkServer, migrate } from '../migrate.ts';

/** The single connection of a copy, to a migrated schema. */
export interface TransferConnection extends AsyncDisposable {
  readonly database: Queryable;
  /** `host:port/database`, for messages. */
  readonly shown: string;
}

/** Advisory lock key, arbitrary but unlikely to be used by another program. */
const COPY_LOCK = 0x636f6c70;

/**
 * Connects, migrates the schema and locks out other copies. UNAVAILABLE, naming host and database, when the
 * database cannot be reached; INVALID_REQUEST for a malformed address; CONFLICT for a second copy, an unsupported
 * server or a newer schema.
 */
export async function connectForTransfer(url: string): Promise<TransferConnection> {
  const address = parseAddress(url);
  const { shown } = address;
  const pool = openPool(address, { max: 1, idleTimeoutMillis: 0 });
  let client: PoolClient | undefined;
  const close = async (): Promise<void> => {
    // The locks of a copy end with its connection.
    client?.release(true);
    await pool.end();
  };
  try {
    client = await pool.connect();
    const answers = queryable(client);
    await migrate(answers, await checkServer(answers));
    const [row] = await answers.query('SELECT pg_try_advisory_lock($1) AS is_mine', [COPY_LOCK]);
    if (row?.['is_mine'] !== true) {
      throw new CatalogError(
        'CONFLICT',
        `The database ${shown} is being copied already. Wait for that copy to end.`,
      );
    }
    const database: Queryable = {
      query: async (text, values) => {
        try {
          return await answers.query(text, values);
        } catch (error) {
          throw storeFailure(error, 'The copy', shown);
        }
      },
    };
    return { database, shown, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw storeFailure(error, 'Opening the store', shown);
  }
}

/** Runs work in a transaction, which is rolled back if the work rejects. */
export async function inTransaction<T>(database: Queryable, work: () => Promise<T>): Promise<T> {
  await database.query('BEGIN');
  try {
    const done = await work();
    await database.query('COMMIT');
    return done;
  } catch (error) {
    // If the connection is lost, the server rolls back by itself.
    await database.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
