import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import type { Readable } from 'node:stream';

const START = join(import.meta.dirname, '..', '..', '..', 'services', 'postgres', 'start.sh');
const DEBIAN = '/usr/lib/postgresql';

/** An empty PostgreSQL server on 127.0.0.1, whose superuser `postgres` needs no password. */
export interface SpawnedPostgres {
  /** Host and port, as `127.0.0.1:5432`. */
  readonly address: string;
  /** Stops the server (`SIGINT`: orderly, `SIGQUIT`: like a crash) and restarts it on the same data and port. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Stops the server like a crash. */
  crash(): Promise<void>;
  /** Stops the server and removes its data. */
  end(): Promise<void>;
}

/** Program folder of PostgreSQL: `PG_BIN`, or the newest Debian package; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  const given = process.env['PG_BIN'];
  if (given !== undefined) return given;
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** Starts a replica of the server at an address, which must allow replication. It follows that server until it is promoted. */
export function spawnStandby(programs: string, primary: string): Promise<SpawnedPostgres> {
  return spawnPostgres(programs, (folder) => {
    const source = `postgres://postgres@${primary}/postgres`;
    const data = join(folder, 'pg');
    const copied = spawnSync(
      join(programs, 'pg_basebackup'),
      ['--dbname', source, '--pgdata', data, '--write-recovery-conf', '--checkpoint', 'fast'],
      { encoding: 'utf8' },
    );
    if (copied.status !== 0) throw new Error(`The server could not be copied: ${copied.stderr}`);
  });
}

/**
 * Starts a server on a new folder, after `prepare`, which may create its data. Resolves when it accepts connections;
 * rejects if it ends before that.
 */
export async function spawnPostgres(
  programs: string,
  prepare: (folder: string) => void = () => undefined,
): Promise<SpawnedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-postgres-'));
  prepare(folder);
  const port = await freePort();
  let child = start(programs, port, folder);
  const end = async (): Promise<void> => {
    await stop(child, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  const restart = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    await stop(child, signal);
    child = start(programs, port, folder);
    await untilReady(child);
  };
  try {
    await untilReady(child);
  } catch (error) {
    await end();
    throw error;
  }
  return { address: `127.0.0.1:${port}`, restart, crash: () => stop(child, 'SIGQUIT'), end };
}

type Server = ChildProcessByStdio<null, null, Readable>;

function start(programs: string, port: number, folder: string): Server {
  return spawn(START, [String(port), folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PG_BIN: programs, PG_OPTS: '-c fsync=off' },
  });
}

async function stop(child: Server, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function untilReady(child: Server): Promise<void> {
  const lines = createInterface({ input: child.stderr });
  const printed: string[] = [];
  const isReady = await new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      if (/ready to accept (read-only )?connections/.test(line)) resolve(true);
      else printed.push(line);
    });
    child.once('exit', () => {
      resolve(false);
    });
  });
  if (!isReady) {
    throw new Error(`PostgreSQL ended before it was ready:\n${printed.slice(-20).join('\n')}`);
  }
}
