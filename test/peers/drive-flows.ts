import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../support/engines/postgres-database.ts';
import { postgresPrograms, spawnPostgres, type SpawnedPostgres } from '../support/engines/spawn-postgres.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { COLOPHON, spawnServer } from '../support/spawn-server.ts';

/** Pairs of store and index that the flows can run on; the first one is in the folder of the server. */
export const PAIRS = ['sqlite-embedded', 'postgres-embedded', 'postgres-opensearch'] as const;

/** One of the pairs. */
export type Pair = (typeof PAIRS)[number];

/**
 * Starts a server on an empty catalog of the pair, and PostgreSQL where it is installed, and runs drive.py against them
 * with further arguments; resolves with its exit code.
 */
export async function driveFlows(
  python: string,
  args: readonly string[],
  pair: Pair = 'sqlite-embedded',
): Promise<number> {
  await using disposal = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-peers-'));
  disposal.defer(() => rmSync(folder, { recursive: true, force: true }));
  const password = randomUUID();
  const programs = postgresPrograms();
  const postgres = programs === undefined ? undefined : await spawnPostgres(programs);
  disposal.defer(() => postgres?.end());
  const engines = await enginesOf(pair, postgres, disposal);
  // With a password, a server without a terminal prints a root token only if this option is set.
  const root = [`COLOPHON_LOGIN_ROOT_PASSWORD=${password}`, 'COLOPHON_LOGIN_ROOT_LINK=true'];
  const server = await spawnServer(folder, ['env', ...root, ...engines]);
  disposal.defer(async () => {
    await server.end('SIGTERM');
  });
  const access = ['--token', server.token, '--username', 'datahub', '--password', password];
  const command = [join(import.meta.dirname, 'drive.py'), server.url, ...access, ...args];
  const address = postgres === undefined ? {} : { PEER_POSTGRES: postgres.address };
  const executor = { PEER_EXECUTOR: execFileSync(COLOPHON, ['executor'], { encoding: 'utf8' }) };
  const driver = spawn(python, command, {
    stdio: 'inherit',
    env: { ...process.env, ...address, ...executor },
  });
  await once(driver, 'exit');
  return driver.exitCode ?? 1;
}

/** Starts the engines of the pair; returns the environment variables that name them, as `NAME=value`. */
async function enginesOf(
  pair: Pair,
  postgres: SpawnedPostgres | undefined,
  disposal: AsyncDisposableStack,
): Promise<readonly string[]> {
  if (pair === 'sqlite-embedded') return [];
  if (postgres === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql).');
  const store = [
    `COLOPHON_STORE=${await createDatabase(postgres.address)}`,
    'COLOPHON_SECRETS_KEY=the key that all processes of a catalog share',
  ];
  if (pair === 'postgres-embedded') return store;
  const node = await OpenSearchNode.start();
  disposal.defer(() => node.stop());
  // The client reads its writes immediately, and does not send back a commit number.
  return [...store, `COLOPHON_SEARCH=${node.url}`, 'COLOPHON_SEARCH_IMMEDIATE=true'];
}
