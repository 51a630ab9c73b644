import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The command line of this checkout. */
export const COLOPHON = join(import.meta.dirname, '..', '..', 'colophon');

/** A server in a separate process, started like by a user. */
export interface SpawnedServer {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
  /** Posts JSON; resolves with status and parsed body. */
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Ends the process with a signal and waits for its exit; resolves with its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `colophon serve --json` on a folder, optionally behind another command (`['strace', ...]`), with more flags and
 * environment variables.
 */
export async function spawnServer(
  folder: string,
  wrapper: readonly string[] = [],
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<SpawnedServer> {
  const basic = ['--json', '--port', '0', '--data', folder, '--log-level', 'error'];
  const serve = [COLOPHON, 'serve', ...basic, ...flags];
  const [command, ...args] = wrapper.length > 0 ? [...wrapper, ...serve] : serve;
  if (command === undefined) throw new Error('There is no command to start.');
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const { url, token } = await readyLine(child);
  return {
    url,
    token,
    process: child,
    send: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    },
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}

async function readyLine(child: ChildProcess): Promise<{ url: string; token: string }> {
  if (child.stdout === null) throw new Error('The server was started without a pipe.');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready: unknown = JSON.parse(line);
    if (typeof ready === 'object' && ready !== null && 'url' in ready && 'token' in ready) {
      return { url: String(ready.url), token: String(ready.token) };
    }
  }
  throw new Error(`The server ended before it was ready, with exit code ${child.exitCode ?? 'none'}.`);
}
