import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { postgresPrograms, spawnPostgres } from './spawn-postgres.ts';
import type { SpawnedPostgres } from './spawn-postgres.ts';

/** A real server for a test file, with as many databases as its tests want. */
export interface PostgresServer extends AsyncDisposable {
  readonly server: SpawnedPostgres;
  /** The address of a database of this server. */
  url(database: string): string;
  /** Makes an empty database and answers its address. */
  createDatabase(): Promise<string>;
  /** Runs statements in a database as its superuser. */
  run(url: string, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  /** Ends every connection to a database, as an administrator or a failing server does. */
  endConnections(url: string): Promise<void>;
}

/** Runs statements in a database as its superuser; answers the rows of the last one. */
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

/** Makes an empty database on the server at this host and port, and answers its address. */
export async function createDatabase(address: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await runStatements(`postgres://postgres@${address}/postgres`, `CREATE DATABASE ${name}`);
  return `postgres://postgres@${address}/${name}`;
}

/** Removes a database, whoever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  await runStatements(
    `postgres://postgres@${host}/postgres`,
    `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`,
  );
}

/** Starts a server; throws when PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql).');
  const server = await spawnPostgres(programs);
  const url = (database: string): string => `postgres://postgres@${server.address}/${database}`;
  return {
    server,
    url,
    run: runStatements,
    createDatabase: () => createDatabase(server.address),
    endConnections: async (address) => {
      await runStatements(
        address,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    },
    [Symbol.asyncDispose]: () => server.end(),
  };
}
