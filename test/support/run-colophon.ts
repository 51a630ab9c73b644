import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { jsonAt } from './json-at.ts';
import type { TestServer } from './start-server.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'colophon');

/** How a command ended and what it printed. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment of a command. Variables of the test process are not passed on. */
export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly folder?: string;
  /** Answers at a terminal, in order; absent: no terminal. */
  readonly answers?: readonly string[];
}

/** A user's computer: a home folder in which commands run. */
export class Computer implements Disposable {
  readonly home = mkdtempSync(join(tmpdir(), 'colophon-home-'));
  readonly #environment: Readonly<Record<string, string>>;

  /** With a server, its address and token are in the environment. */
  constructor(server?: Pick<TestServer, 'url' | 'token'>) {
    this.#environment =
      server === undefined ? {} : { DATAHUB_GMS_URL: `${server.url}/gms`, DATAHUB_GMS_TOKEN: server.token };
  }

  /** Runs a command to its end in this process: like `src/main.ts`, without a new process. */
  async run(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
    const out = { stdout: '', stderr: '' };
    const code = await runCommandLine(args, {
      environment: { ...this.#environment, ...options.environment },
      home: this.home,
      folder: options.folder ?? this.home,
      print: (text) => void (out.stdout += `${text}\n`),
      notify: (text) => void (out.stderr += `${text}\n`),
      notesAreOnTerminal: false,
      notifyInPlace: (text) => void (out.stderr += `\r${text}`),
      ask: options.answers && answering(options.answers, (question) => void (out.stderr += question)),
      openAddress: (address) => {
        out.stderr += `opened ${address}\n`;
        return Promise.resolve();
      },
      readInput: () => Promise.resolve(Buffer.from(options.input ?? '')),
      inputLines: () => createInterface({ input: Readable.from([options.input ?? '']) }),
    });
    return { code, ...out };
  }

  /** Runs `./colophon` to its end in a separate process, to test what the process adds to a command. */
  async spawn(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
    const child = this.start(args, options);
    child.stdin?.end(options.input ?? '');
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, stdout: await stdout, stderr: await stderr };
  }

  /** Runs a command that must succeed and prints JSON. */
  async json(args: readonly string[], options: CommandOptions = {}): Promise<unknown> {
    const { code, stdout, stderr } = await this.run([...args, '--format', 'json'], options);
    if (code !== 0) throw new Error(`colophon ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts `./colophon` and does not wait. */
  start(args: readonly string[], options: CommandOptions = {}): ChildProcess {
    return spawn(PROGRAM, args, {
      cwd: options.folder ?? this.home,
      env: {
        ...inherited(),
        HOME: this.home,
        ...this.#environment,
        ...options.environment,
      },
      stdio: 'pipe',
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Line that `serve --json` prints when it is ready. */
export interface ReadyServer {
  readonly line: string;
  readonly url: string;
  readonly token: string;
}

/** Waits for the line of `serve --json`. */
export async function readyServer(child: ChildProcess): Promise<ReadyServer> {
  const line = await firstLine(child);
  const ready: unknown = JSON.parse(line);
  return { line, url: String(jsonAt(ready, 'url')), token: String(jsonAt(ready, 'token')) };
}

/** The first line that a process prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The process printed nothing.');
}

/** What a command needs of the environment of the tests: its programs, and where coverage is collected. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_V8_COVERAGE } = process.env;
  return { PATH, ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }) };
}

async function collect(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of stream ?? []) chunks.push(String(chunk));
  return chunks.join('');
}

/** A person who gives these answers. */
function answering(
  answers: readonly string[],
  show: (question: string) => void,
): (question: string) => Promise<string> {
  const left = [...answers];
  return (question) => {
    show(`${question}\n`);
    const answer = left.shift();
    return answer === undefined
      ? Promise.reject(new Error(`No answer to: ${question}`))
      : Promise.resolve(answer);
  };
}
