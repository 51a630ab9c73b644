import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Options of a child process. */
export interface StartOptions {
  /** Name of the log file in the run's folder. */
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** Whether the caller reads standard output; otherwise it goes to the log, like standard error. */
  readonly readOutput?: boolean;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Owns the child processes and the temporary folder of a run; disposal kills and removes them. */
export class RunScope implements Disposable {
  readonly folder: string;
  readonly #children = new Set<ChildProcess>();
  #limit: NodeJS.Timeout | undefined;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
    // Started by root, OpenSearch runs as another user, which needs access to its folder.
    chmodSync(this.folder, 0o755);
    process.once('exit', () => this[Symbol.dispose]());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => process.exit(1));
    }
  }

  /** A folder inside the run's folder. */
  subfolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Starts a process in its own process group, so that it can be stopped with its children. */
  start({ name, command, args = [], readOutput = false, environment = {} }: StartOptions): ChildProcess {
    const log = openSync(this.logPath(name), 'a');
    const child = spawn(command, args, {
      stdio: ['ignore', readOutput ? 'pipe' : log, log],
      detached: true,
      env: { ...process.env, ...environment },
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  /** Last lines of a child's log, for error messages. */
  logTail(name: string): string {
    return readFileSync(this.logPath(name), 'utf8').trimEnd().split('\n').slice(-20).join('\n');
  }

  /** Exits this process if the run is not done within this many minutes. */
  giveUpAfter(minutes: number): void {
    this.#limit = setTimeout(() => {
      process.stderr.write(`Aborted after ${minutes} minutes. Raise the limit with --limit MINUTES.\n`);
      process.exit(1);
    }, minutes * 60_000);
  }

  /** Kills every process and removes the folder. */
  [Symbol.dispose](): void {
    clearTimeout(this.#limit);
    for (const child of this.#children) signalGroup(child, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private logPath(name: string): string {
    return join(this.folder, `${name}.log`);
  }
}

/** Sends a signal to a child and its process group; ignores an ended child. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

/** Resolves when the child has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}
