import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sequence } from '../../model/sequence.ts';
import type { CommitFeed, CommitListener } from '../commit-feed.ts';
import type { RowReader } from './row-reader.ts';
import { COMMIT_CHANNEL } from './write-session.ts';

/** How often (ms) is looked for commits whose announcement did not arrive. */
const POLL = 1_000;

/**
 * Knows the last commit that can be read: from announcements of the database on a connection of its own, from a look
 * every second, and from this process's own commits.
 */
export class CommitWatch implements CommitFeed {
  readonly #ownWriter: () => number | undefined;
  readonly #pool: Pool;
  readonly #rows: RowReader;
  readonly #listeners = new Set<CommitListener>();
  readonly #stopped = new AbortController();
  #last: Sequence;
  #client: PoolClient | undefined;
  #polling: Promise<void> | undefined;

  /** `pool` has room for one connection that is kept; `ownWriter` is the number of this process among the writers. */
  constructor(pool: Pool, rows: RowReader, last: Sequence, ownWriter: () => number | undefined) {
    this.#ownWriter = ownWriter;
    this.#pool = pool;
    this.#rows = rows;
    this.#last = last;
  }

  /** Number of the last commit that is known here. */
  get last(): Sequence {
    return this.#last;
  }

  /** Begins to watch. */
  async start(): Promise<void> {
    await this.#listen();
    this.#polling = this.#poll();
  }

  subscribe(listener: CommitListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  async refresh(): Promise<Sequence> {
    this.#others(await this.#rows.lastSequence());
    return this.#last;
  }

  /** Takes note of a transaction of this process: of the last commit before it and of its own last one. */
  own(before: Sequence, after: Sequence): void {
    // Others came between: whoever follows them must hear of them before the own commit is answered.
    if (before > this.#last) this.#others(after);
    else this.#last = Math.max(this.#last, after);
  }

  #others(upTo: Sequence): void {
    if (upTo <= this.#last) return;
    this.#last = upTo;
    for (const listener of this.#listeners) listener(upTo);
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopped;
    const isStopped = (): Promise<boolean> => pause(POLL, false, { signal }).catch(() => true);
    while (!(await isStopped())) {
      // An unreachable database is found out by whoever needs it; this goes on looking.
      await this.#listen().catch(() => undefined);
      await this.refresh().catch(() => undefined);
    }
  }

  async #listen(): Promise<void> {
    if (this.#client !== undefined) return;
    const client = await this.#pool.connect();
    const forget = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      client.release(true);
    };
    this.#client = client;
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload = '' }) => {
      const [upTo, writer] = payload.split(' ', 2).map(Number);
      if (upTo !== undefined && writer !== this.#ownWriter()) this.#others(upTo);
    });
    await client.query(`LISTEN ${COMMIT_CHANNEL}`).catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  /** Ends watching. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#polling;
    this.#client?.release(true);
    this.#client = undefined;
    await this.#pool.end();
  }
}
