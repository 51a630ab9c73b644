import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { doesAnswer } from '../support/does-answer.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const START = join(import.meta.dirname, '..', '..', 'services', 'opensearch', 'start.sh');
const START_LIMIT_MS = 280_000;

/** Where a node listens and how it is reached. */
export interface Place {
  readonly host: string;
  /** What a command of the node is started behind, as `['ip', 'netns', 'exec', ...]`. */
  readonly behind: readonly string[];
}

/** A node of OpenSearch to which everything can happen that happens to nodes. */
export class OpenSearchEngine implements AsyncDisposable {
  readonly url: string;
  readonly #place: Place;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(place: Place, port: number, folder: string) {
    this.url = `http://${place.host}:${port}`;
    this.#place = place;
    this.#folder = folder;
  }

  /** Starts a node on an empty folder. */
  static async start(place: Place = { host: '127.0.0.1', behind: [] }): Promise<OpenSearchEngine> {
    // Not under the folder for temporary files: whom the node runs as may not be able to reach it.
    const folder = await mkdtemp('/var/tmp/colophon-faults-');
    await chmod(folder, 0o755);
    const engine = new OpenSearchEngine(place, await freePort(), folder);
    try {
      await engine.start();
    } catch (error) {
      await engine[Symbol.asyncDispose]();
      throw error;
    }
    return engine;
  }

  /** Starts the node that was ended, on the data that it has, and waits until it answers. */
  async start(): Promise<void> {
    const [command, ...args] = [...this.#place.behind, START, new URL(this.url).port, this.#node()];
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HEAP: '512m', OS_HOST: this.#place.host },
    });
    this.#process = child;
    await until('OpenSearch answers', () => this.#answers(child), { limitMs: START_LIMIT_MS });
  }

  /** Ends the node, without a warning unless the signal is another one. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Lets the node accept connections and say nothing, until `goOn`. */
  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** Ends `hang`. */
  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Keeps a copy of the data of a node that was ended. */
  async copyData(): Promise<void> {
    await cp(this.#data(), this.#copy(), { recursive: true, preserveTimestamps: true });
  }

  /** Puts the copy in place of the data of a node that was ended. */
  async putBackData(): Promise<void> {
    await this.loseData();
    await rename(this.#copy(), this.#data());
  }

  /** Removes everything that a node has that was ended. */
  async loseData(): Promise<void> {
    await rm(this.#data(), { recursive: true, force: true });
  }

  /** Asks the node itself; an answer that is an error rejects. */
  async ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #node(): string {
    return join(this.#folder, 'node');
  }

  #data(): string {
    return join(this.#node(), 'data');
  }

  #copy(): string {
    return join(this.#folder, 'copy');
  }

  async #answers(child: ChildProcess): Promise<boolean> {
    if (child.exitCode !== null) throw new Error('OpenSearch did not start; Java 17 is needed.');
    return doesAnswer(`${this.url}/_cluster/health?wait_for_status=yellow&timeout=2s`);
  }
}
