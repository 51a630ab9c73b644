import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnRule } from '../../../src/search/opensearch/document/columns.ts';
import {
  OPENSEARCH_DEFAULTS,
  OpenSearchSlots,
  type OpenSearchSlotsOptions,
} from '../../../src/search/opensearch/opensearch-slots.ts';
import type { SearchIndex } from '../../../src/search/search-index.ts';
import { doesAnswer } from './does-answer.ts';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';

const START = join(import.meta.dirname, '..', '..', '..', 'services', 'opensearch', 'start.sh');
const START_LIMIT_MS = 180_000;

/** Gives the first fields with values a dedicated column, regardless of their names. */
export function columnsFor(most: number): ColumnRule {
  return { always: [], isEligible: () => true, most, usage: '~held' };
}

/** An OpenSearch node with an empty folder. `OPENSEARCH_URL` names one that is already running, and is not stopped. */
export class OpenSearchNode {
  readonly url: string;
  readonly #process: ChildProcess | undefined;
  readonly #folder: string | undefined;
  readonly #prefix = `test_${process.pid}_${Date.now()}_`;
  #catalogs = 0;

  private constructor(url: string, process?: ChildProcess, folder?: string) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
  }

  static async start(): Promise<OpenSearchNode> {
    const running = process.env['OPENSEARCH_URL'];
    if (running !== undefined) return new OpenSearchNode(running);
    const port = await freePort();
    // Not in the temporary folder, to which the node's user may have no access.
    const folder = await mkdtemp('/var/tmp/colophon-opensearch-');
    await chmod(folder, 0o755);
    const child = spawn(START, [String(port), join(folder, 'node')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        HEAP: process.env['HEAP'] ?? '768m',
        // Only the first compiler of the JVM: in the minutes that a suite takes, the second costs more than it saves.
        OPENSEARCH_JAVA_OPTS: process.env['OPENSEARCH_JAVA_OPTS'] ?? '-XX:TieredStopAtLevel=1',
      },
    });
    const node = new OpenSearchNode(`http://127.0.0.1:${port}`, child, folder);
    await node.#ready(child);
    return node;
  }

  /** Options of a new catalog, without data in the cluster. */
  options(more: Partial<OpenSearchSlotsOptions> = {}): OpenSearchSlotsOptions {
    return {
      ...OPENSEARCH_DEFAULTS,
      url: this.url,
      prefix: `${this.#prefix}${this.#catalogs++}_`,
      documents: 'test',
      columnRule: columnsFor(500),
      now: Date.now,
      warn: () => undefined,
      ...more,
    };
  }

  /** Creates an empty index of a new catalog; `refresh` makes its changes visible. */
  async openIndex(
    more: Partial<OpenSearchSlotsOptions> = {},
  ): Promise<{ index: SearchIndex; refresh: () => Promise<void> }> {
    const { index } = await new OpenSearchSlots(this.options(more)).openCurrent();
    return { index, refresh: () => index.visible(index.position()) };
  }

  /** Sends a request to the engine itself. */
  async ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return response.json();
  }

  /** Removes the indexes of all catalogs so far. */
  async clear(): Promise<void> {
    await this.ask('DELETE', `/${this.#prefix}*`);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  async #ready(child: ChildProcess): Promise<void> {
    const answers = (): Promise<boolean> => {
      if (child.exitCode === null) return doesAnswer(this.url);
      throw new Error(
        'OpenSearch did not start; Java 17 is needed, and Maven where it is not installed yet.',
      );
    };
    await until('OpenSearch answers', answers, { limitMs: START_LIMIT_MS, everyMs: 250 });
  }
}
