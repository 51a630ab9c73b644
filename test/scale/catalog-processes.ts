import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

/** Options of a request. */
export interface CallOptions {
  /** Access token; default: a token of the root user. */
  readonly token?: string;
  /** Sequence that the response must include. */
  readonly since?: number;
}

/** Response of a process. */
export interface ProcessAnswer {
  readonly status: number;
  // The tests assert the shape of the response.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
  /** Sequence of a write; 0 for a read. */
  readonly sequence: number;
}

/** Command prefix of process `i`, such as `['ip', 'netns', 'exec', 'name']`. */
export type Behind = (i: number) => readonly string[];

/** Processes of one catalog, each with its own data folder. */
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

  /** Starts `count` processes at once. They share the engines that the variables configure. */
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

  /** A token of the root user that all processes accept. */
  get token(): string {
    return this.#token;
  }

  /** Starts process `i` on its data folder. */
  async startOne(i: number): Promise<void> {
    const folder = join(this.#folder, String(i));
    this.#running.set(i, await spawnServer(folder, [...this.#behind(i), 'env', ...this.#environment]));
  }

  /** Sends a signal to a process and waits for its end. */
  async end(i: number, signal: NodeJS.Signals): Promise<void> {
    const process = this.#at(i);
    await process.end(signal);
    this.#running.delete(i);
  }

  /** Sends a signal that does not end the process, such as SIGSTOP or SIGCONT. */
  signal(i: number, signal: NodeJS.Signals): void {
    this.#at(i).process.kill(signal);
  }

  url(i: number): string {
    return this.#at(i).url;
  }

  /** Sends a request to process `i`. */
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

/** Sends a request to a URL. */
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
