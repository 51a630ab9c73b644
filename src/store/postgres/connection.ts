import { Pool, TypeOverrides, types } from 'pg';
import type { PoolClient, PoolConfig, QueryResult } from 'pg';
import { invalidRequest } from '../../errors.ts';
import type { SqlRow } from '../stored-rows.ts';

/** Whatever answers statements: a pool, or a client that holds a transaction. */
export interface Queryable {
  /** The rows of one statement; `values` stand for its parameters. */
  query(text: string, values?: readonly unknown[]): Promise<readonly SqlRow[]>;
}

/** Where a database is, without what is secret. */
export interface DatabaseAddress {
  readonly url: string;
  /** `host:port/database`, for messages. */
  readonly shown: string;
}

/** Reads an address such as `postgres://user:password@host:5432/database`; INVALID_REQUEST for another one. */
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

// Numbers of the store are below 2^53; timestamps are never read as such, but as epoch ms.
const PARSERS = new TypeOverrides();
PARSERS.setTypeParser(types.builtins.INT8, Number);

// A network that is cut says nothing: each side asks after some silence, the server within half a minute.
const SERVER_ASKS = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** A pool of connections to a database; that a connection has ended is found out by whoever uses it. */
export function openPool({ url }: DatabaseAddress, { options = '', ...config }: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'colophon',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: `${SERVER_ASKS} ${options}`,
    types: PARSERS,
    ...config,
  });
  // Without a listener an event of this name ends the process, and of a client in use the pool has none.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A pool or one of its clients as what answers rows. */
export function queryable(client: Pool | PoolClient): Queryable {
  return {
    query: async (text, values) => {
      const result: QueryResult<SqlRow> = await client.query<SqlRow>(text, values && [...values]);
      return result.rows;
    },
  };
}
