import type { PoolClient } from 'pg';
import { CatalogError } from '../../errors.ts';
import { openPool, parseAddress, queryable } from './connection.ts';
import type { Queryable } from './connection.ts';
import { storeFailure } from './failures.ts';
import { checkServer, migrate } from './migrate.ts';

/** The one connection of a copy, to tables that are up to date. */
export interface TransferConnection extends AsyncDisposable {
  readonly database: Queryable;
  /** Host and database, for messages. */
  readonly shown: string;
}

/** Any number that no other program takes for an advisory lock of its own. */
const COPY_LOCK = 0x636f6c70;

/** Connects, and keeps other copies away; UNAVAILABLE, with host and database, when that fails, CONFLICT for a second copy. */
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
        `The database ${shown} is being copied already. Wait for that copy.`,
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
