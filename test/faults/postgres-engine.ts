import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStatements } from '../support/engines/postgres-database.ts';
import { postgresPrograms } from '../support/engines/spawn-postgres.ts';
import type { Place } from './opensearch-engine.ts';
import { until } from '../support/until.ts';

const START = join(import.meta.dirname, '..', '..', 'services', 'postgres', 'start.sh');
const PORT = 5432;

/** A PostgreSQL server in a test network. */
export interface PostgresEngine extends AsyncDisposable {
  /** Connection URL of its only database. */
  readonly url: string;
  /** Runs a statement as superuser and returns its rows. */
  ask(statement: string): Promise<readonly Record<string, unknown>[]>;
}

/** Starts a server that trusts clients of this CIDR range, such as `10.0.0.0/8`. */
export async function startPostgresAt(place: Place, clients: string): Promise<PostgresEngine> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql).');
  const folder = mkdtempSync(join(tmpdir(), 'colophon-faults-'));
  chmodSync(folder, 0o755);
  const [command, ...args] = [...place.behind, START, String(PORT), folder];
  const child = spawn(command, args, {
    stdio: 'ignore',
    env: {
      ...process.env,
      PG_BIN: programs,
      PG_HOST: place.host,
      PG_CLIENTS: clients,
      PG_OPTS: '-c fsync=off',
    },
  });
  const url = `postgres://postgres@${place.host}:${PORT}/postgres`;
  const ask: PostgresEngine['ask'] = (statement) => runStatements(url, statement);
  await until('PostgreSQL answers', async () => {
    if (child.exitCode !== null) throw new Error('PostgreSQL ended before it was ready.');
    return ask('SELECT 1').then(
      () => true,
      () => false,
    );
  });
  return {
    url,
    ask,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
