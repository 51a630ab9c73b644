import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { freePort } from '../../test/support/free-port.ts';
import { runStatements } from '../../test/support/engines/postgres-database.ts';
import type { RunScope } from '../systems/run-scope.ts';

/** A PostgreSQL server with production durability. */
export interface BenchPostgres {
  readonly process: ChildProcess;
  readonly settings: string;
  /** Address of a database. */
  url(database: string): string;
  /** Runs a statement in a database; returns its rows. */
  run(database: string, statement: string): Promise<readonly Record<string, unknown>[]>;
}

const START = join(import.meta.dirname, '..', '..', 'services', 'postgres', 'start.sh');
const START_LIMIT_MS = 60_000;

/** shared_buffers is a quarter of PostgreSQL's usual share of such a machine; every commit waits for the disk. */
export const SETTINGS = '-c shared_buffers=1GB -c max_wal_size=4GB -c checkpoint_timeout=15min';

/** Starts a server on an empty folder; resolves when it answers. */
export async function startPostgres(scope: RunScope, settings = SETTINGS): Promise<BenchPostgres> {
  const port = await freePort();
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const child = scope.start({
    name: 'postgres',
    command: START,
    args: [String(port), scope.subfolder('postgres')],
    environment: { PG_OPTS: settings },
  });
  const run: BenchPostgres['run'] = (database, statement) => runStatements(url(database), statement);
  const limit = performance.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await run('postgres', 'SELECT 1');
      return { process: child, settings, url, run };
    } catch (error) {
      if (child.exitCode !== null || performance.now() > limit) {
        throw new Error(`PostgreSQL did not start:\n${scope.logTail('postgres')}`, { cause: error });
      }
      await wait(200);
    }
  }
}
