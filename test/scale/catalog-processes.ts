import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '../support/spawn-server.ts';
import type { SpawnedServer } from '../support/spawn-server.ts';

/** What a request may say besides its body. */
export interface CallOptions {
  /** Root's token unless it is given. */
  readonly token?: string;
  /** Commit on which the answer must rest. */
  readonly since?: number;
}

/** Answer of one process. */
export interface ProcessAnswer {
  readonly status: number;
  // The shape of an answer is what the tests assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
  /** Commit of a write; 0 of a read. */
  readonly sequence: number;
}

/** What a process is started behind, as `['ip', 'netns', 'exec', 'name']`. */
export type Behind = (i: number) => readonly string[];

/** Processes of one catalog, each with a data folder of its own. */
export class CatalogProcesses implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'colophon-scale-'));
  readonly #environment: readonly string[];
  readonly #behind: Behind;
  readonly #running = new Map<number, SpawnedServer>();
  #token = '';

  private constructor(environment: Readonly<Record<string, string>>, behind: Behind) {
    this.#environment = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    this.#behind = behind;
  }

  /** Starts so many processes at once; they find one another through what the variables name. */
  static async start(
    environment: Readonly<Record<string, string>>,
    count = 3,
    behind: Behind = () => [],
  ): Promise<CatalogProcesses> {
    const processes = new CatalogProcesses(environment, behind);
    await Promise.all(Array.from({ length: count }, (_, i) => processes.startOne(i)));
    const body = { name: 'test', actorUrn: 'urn:li:corpuser:datahub', durationMs: null };
    const { json } = await processes.call(0, 'POST', '/api/colophon/v1/tokens', body, {
      token: processes.#at(0).token,
    });
    processes.#token = json.token;
    return processes;
  }

  /** A token of the root actor that every process takes. */
  get token(): string {
    return this.#token;
  }

  /** Starts a process that is not running, on the folder that it had. */
  async startOne(i: number): Promise<void> {
    const folder = join(this.#folder, String(i));
    this.#running.set(i, await spawnServer(folder, [...this.#behind(i), 'env', ...this.#environment]));
  }

  /** Ends a process with a signal and waits until it is gone. */
  async end(i: number, signal: NodeJS.Signals): Promise<void> {
    const process = this.#at(i);
    await process.end(signal);
    this.#running.delete(i);
  }

  /** Sends a signal to a process that goes on to run, or is to go on to. */
  signal(i: number, signal: NodeJS.Signals): void {
    this.#at(i).process.kill(signal);
  }

  /** Address of a process. */
  url(i: number): string {
    return this.#at(i).url;
  }

  /** Asks one process. */
  async call(
    i: number,
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<ProcessAnswer> {
    return callAt(this.url(i), method, path, body, { token: this.#token, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((i) => this.end(i, 'SIGTERM')));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #at(i: number): SpawnedServer {
    const process = this.#running.get(i);
    if (process === undefined) throw new Error(`Process ${i} is not running.`);
    return process;
  }
}

/** Asks whoever answers at an address. */
export async function callAt(
  url: string,
  method: string,
  path: string,
  body: unknown,
  { since, token = '' }: CallOptions,
): Promise<ProcessAnswer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(since === undefined ? {} : { 'x-colophon-sequence': String(since) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return {
    status: response.status,
    json,
    sequence: Number(response.headers.get('x-colophon-sequence') ?? 0),
  };
}
