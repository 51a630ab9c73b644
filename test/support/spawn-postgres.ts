import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const START = join(import.meta.dirname, '..', '..', 'services', 'postgres', 'start.sh');
const DEBIAN = '/usr/lib/postgresql';

/** An empty PostgreSQL server on 127.0.0.1, whose superuser `postgres` needs no password. */
export interface SpawnedPostgres {
  /** Host and port, as `127.0.0.1:5432`. */
  readonly address: string;
  /** Ends the server and removes its data. */
  end(): Promise<void>;
}

/** The folder of the newest PostgreSQL among Debian's packages, or what `PG_BIN` names; undefined without one. */
export function postgresPrograms(): string | undefined {
  const given = process.env['PG_BIN'];
  if (given !== undefined) return given;
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** Starts a server on a folder of its own; resolves when it takes connections, rejects when it ends before. */
export async function spawnPostgres(programs: string): Promise<SpawnedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-postgres-'));
  const port = await freePort();
  const child = spawn(START, [String(port), folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PG_BIN: programs, PG_OPTS: '-c fsync=off' },
  });
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const lines = createInterface({ input: child.stderr });
  const printed: string[] = [];
  const isReady = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve(true);
      else printed.push(line);
    });
    child.once('exit', () => {
      resolve(false);
    });
  });
  if (await isReady) return { address: `127.0.0.1:${port}`, end };
  await end();
  throw new Error(`PostgreSQL ended before it was ready:\n${printed.slice(-20).join('\n')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}
