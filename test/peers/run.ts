import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms, spawnPostgres } from '../support/spawn-postgres.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { pythonWith } from './client-environment.ts';

const HERE = import.meta.dirname;

function clientPython(): string {
  const given = process.env['COLOPHON_PEERS_VENV'];
  if (given !== undefined) return join(given, 'bin', 'python');
  return pythonWith(readFileSync(join(HERE, 'requirements.txt'), 'utf8').trim().split('\n'));
}

/** Starts a server on an empty folder and runs the flows against it; arguments go to drive.py. */
async function run(): Promise<number> {
  const python = clientPython();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-peers-'));
  const password = randomUUID();
  process.env['COLOPHON_LOGIN_ROOT_PASSWORD'] = password;
  const programs = postgresPrograms();
  const postgres = programs === undefined ? undefined : await spawnPostgres(programs);
  const server = await spawnServer(folder);
  try {
    const access = ['--token', server.token, '--username', 'datahub', '--password', password];
    const args = [join(HERE, 'drive.py'), server.url, ...access, ...process.argv.slice(2)];
    const environment = postgres === undefined ? {} : { PEER_POSTGRES: postgres.address };
    const driver = spawn(python, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
    await once(driver, 'exit');
    return driver.exitCode ?? 1;
  } finally {
    await server.end('SIGTERM');
    await postgres?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await run();
