import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresPrograms, spawnPostgres, type SpawnedPostgres } from './spawn-postgres.ts';

/** A PostgreSQL server that tests create databases on. */
export interface PostgresDatabases extends AsyncDisposable {
  /** Connection URL of a database of this server. */
  url(database: string): string;
  /** Creates an empty database and returns its connection URL. */
  createDatabase(): Promise<string>;
  /** Runs statements as superuser and returns the rows of the last one. */
  run(url: string, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  /** Terminates all other connections to a database, like an administrator or a failing server. */
  endConnections(url: string): Promise<void>;
  /** Waits until all other connections to a database are closed: the server continues the last statement of a killed client. */
  connectionsEnded(url: string): Promise<void>;
}

/** A PostgreSQL server for a test file, which may stop it and change its settings. */
export interface PostgresServer extends PostgresDatabases {
  readonly server: SpawnedPostgres;
}

/** Runs statements as superuser and returns the rows of the last one. */
export async function runStatements(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database on the server at `host:port` and returns its connection URL. */
export async function createDatabase(address: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await runStatements(`postgres://postgres@${address}/postgres`, `CREATE DATABASE ${name}`);
  return `postgres://postgres@${address}/${name}`;
}

/** Drops a database, even with open connections. */
export async function dropDatabase(url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  await runStatements(
    `postgres://postgres@${host}/postgres`,
    `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`,
  );
}

const OTHER_CONNECTIONS = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Starts a server. Throws if PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql).');
  const server = await spawnPostgres(programs);
  return { ...databasesOn(server.address), server, [Symbol.asyncDispose]: () => server.end() };
}

/** Databases on the server at `host:port`. */
export function databasesOn(server: string): Omit<PostgresDatabases, keyof AsyncDisposable> {
  return {
    url: (database) => `postgres://postgres@${server}/${database}`,
    run: runStatements,
    createDatabase: () => createDatabase(server),
    endConnections: async (address) => {
      await runStatements(address, `SELECT pg_terminate_backend(pid) ${OTHER_CONNECTIONS}`);
    },
    connectionsEnded: async (address) => {
      while ((await runStatements(address, `SELECT pid ${OTHER_CONNECTIONS}`)).length > 0) await pause(20);
    },
  };
}
