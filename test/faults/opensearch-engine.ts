import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { doesAnswer } from '../support/engines/does-answer.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const START = join(import.meta.dirname, '..', '..', 'services', 'opensearch', 'start.sh');
const START_LIMIT_MS = 280_000;

/** Host of a node, and how its process is started. */
export interface Place {
  readonly host: string;
  /** Command prefix, such as `['ip', 'netns', 'exec', ...]`. */
  readonly behind: readonly string[];
}

/** An OpenSearch node that tests can kill, suspend, and restore to older data or none. */
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
    // Not in the temporary folder: the user of the node may have no access to it.
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

  /** Starts the stopped node on its current data and waits until it answers. */
  async start(): Promise<void> {
    const [command, ...args] = [...this.#place.behind, START, new URL(this.url).port, this.#node()];
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HEAP: '512m', OS_HOST: this.#place.host },
    });
    this.#process = child;
    await until('OpenSearch answers', () => this.#answers(child), { limitMs: START_LIMIT_MS });
  }

  /** Ends the node with a signal and waits for its exit. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Suspends the node: it accepts connections but does not answer, until `resume`. */
  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** Resumes the node after `hang`. */
  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Copies the data of the stopped node. */
  async copyData(): Promise<void> {
    await cp(this.#data(), this.#copy(), { recursive: true, preserveTimestamps: true });
  }

  /** Replaces the data of the stopped node with the copy. */
  async putBackData(): Promise<void> {
    await this.loseData();
    await rename(this.#copy(), this.#data());
  }

  /** Deletes the data of the stopped node. */
  async loseData(): Promise<void> {
    await rm(this.#data(), { recursive: true, force: true });
  }

  /** Sends a request to the node; rejects on an error status. */
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
