import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms, spawnPostgres } from '../support/spawn-postgres.ts';
import { spawnServer } from '../support/spawn-server.ts';

/**
 * Starts a server on an empty folder, and PostgreSQL where it is installed, and runs drive.py against them with
 * further arguments; resolves with its exit code.
 */
export async function driveFlows(python: string, args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-peers-'));
  const password = randomUUID();
  process.env['COLOPHON_LOGIN_ROOT_PASSWORD'] = password;
  const programs = postgresPrograms();
  const postgres = programs === undefined ? undefined : await spawnPostgres(programs);
  const server = await spawnServer(folder);
  try {
    const access = ['--token', server.token, '--username', 'datahub', '--password', password];
    const command = [join(import.meta.dirname, 'drive.py'), server.url, ...access, ...args];
    const address = postgres === undefined ? {} : { PEER_POSTGRES: postgres.address };
    const driver = spawn(python, command, { stdio: 'inherit', env: { ...process.env, ...address } });
    await once(driver, 'exit');
    return driver.exitCode ?? 1;
  } finally {
    await server.end('SIGTERM');
    await postgres?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
