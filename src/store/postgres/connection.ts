import { Pool, TypeOverrides, types, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { invalidRequest } from '../../errors.ts';
import type { SqlRow } from '../rows/stored-rows.ts';

/** Runs SQL statements: a pool, or a client within a transaction. */
export interface Queryable {
  /** Runs one statement with the parameters `values` and returns its rows. */
  query(text: string, values?: readonly unknown[]): Promise<readonly SqlRow[]>;
}

/** Address of a database. */
export interface DatabaseAddress {
  /** May contain the password. */
  readonly url: string;
  /** `host:port/database` without secrets, for messages. */
  readonly shown: string;
}

/** Parses an address such as `postgres://user:password@host:5432/database`; INVALID_REQUEST when malformed. */
export function parseAddress(url: string): DatabaseAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const database = decodeURIComponent(parsed?.pathname.slice(1) ?? '');
  if (!/^postgres(?:ql)?:\/\//.test(url) || parsed === undefined || database === '') {
    throw invalidRequest(
      'Invalid address of a PostgreSQL database. Write postgres://user:password@host:5432/database.',
    );
  }
  return { url, shown: `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}/${database}` };
}

// All bigints of the store are below 2^53. Timestamps are selected as epoch ms or text, never parsed.
const PARSERS = new TypeOverrides();
PARSERS.setTypeParser(types.builtins.INT8, Number);

// TCP keepalives on both sides detect a cut network; the server needs at most 30 s.
const SERVER_ASKS = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
// Statements look up rows by index. With partitions, the planner overestimates their number, and JIT compilation takes
// longer than execution.
const PLANNER = '-c jit=off';

/** Opens a connection pool. A broken connection is reported by the next query on it, not by an event. */
export function openPool({ url }: DatabaseAddress, { options = '', ...config }: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'colophon',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: `${SERVER_ASKS} ${PLANNER} ${options}`,
    types: PARSERS,
    ...config,
  });
  // An 'error' event without a listener ends the process, and the pool does not listen to clients in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Results of statements sent on one connection without waiting, in order. Waits until the last has ended, so that none runs
 * after a failure has ended its transaction. Rejects with the error of the first that failed.
 */
export async function allOf<Results extends readonly Promise<unknown>[]>(
  ...sent: Results
): Promise<{ [Place in keyof Results]: Awaited<Results[Place]> }> {
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

/** Adapts a pool or a client to `Queryable`. */
export function queryable(client: Pool | PoolClient): Queryable {
  return {
    query: async (text, values) => {
      const result: QueryResult<SqlRow> = await client.query<SqlRow>(text, values && [...values]);
      return result.rows;
    },
  };
}
