import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sequence } from '../../model/sequence.ts';
import type { CommitFeed, CommitListener } from '../commit-feed.ts';
import { isSameEnd, readAnnouncement } from './log-end.ts';
import type { LogEnd } from './log-end.ts';
import type { RowReader } from './row-reader.ts';
import { COMMIT_CHANNEL } from './write-session.ts';

/** How often (ms) is looked for commits whose announcement did not arrive. */
const POLL = 1_000;

/**
 * Knows the last commit that can be read: from announcements of the database on a connection of its own, from a look
 * every second, and from this process's own commits. Each look finds out, too, whether the log still holds what it held.
 */
export class CommitWatch implements CommitFeed {
  readonly #ownWriter: () => number | undefined;
  readonly #pool: Pool;
  readonly #rows: RowReader;
  readonly #listeners = new Set<CommitListener>();
  readonly #rewindListeners = new Set<() => void>();
  readonly #stopped = new AbortController();
  #last: Sequence;
  /** The last commit that is known with everything before it, by a look or by following each commit upon the one before. */
  #known: LogEnd;
  #client: PoolClient | undefined;
  #polling: Promise<void> | undefined;

  /** `pool` has room for one connection that is kept; `ownWriter` is the number of this process among the writers. */
  constructor(pool: Pool, rows: RowReader, end: LogEnd, ownWriter: () => number | undefined) {
    this.#ownWriter = ownWriter;
    this.#pool = pool;
    this.#rows = rows;
    this.#known = end;
    this.#last = end.sequence;
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

  whenRewound(listener: () => void): Disposable {
    this.#rewindListeners.add(listener);
    return { [Symbol.dispose]: () => void this.#rewindListeners.delete(listener) };
  }

  async refresh(): Promise<Sequence> {
    for (let isOver = false; !isOver;) {
      const known = this.#known;
      const { end, idThen, isStandby } = await this.#rows.logEnd(known.sequence);
      const isRewound = end.sequence < known.sequence || idThen !== known.id;
      // What was learned meanwhile may be newer than the answer, which is then no reason to go back.
      isOver = !isRewound || this.#known === known;
      if (!isRewound) this.#advance(known, end);
      // A replica that has not been promoted yet may still get what it lacks.
      else if (isOver && !isStandby) this.#rewind(end);
    }
    return this.#last;
  }

  /** Takes note of a transaction of this process: of the end of the log before it and after it. */
  own(before: LogEnd, after: LogEnd): void {
    this.#extend(before, after);
    // The announcement may have been here first; anything else does not follow upon what was known.
    if (!isSameEnd(after, this.#known)) this.refresh().catch(() => undefined);
    // Others came between: whoever follows them must hear of them before the own commit is answered.
    if (before.sequence > this.#last) this.#others(after.sequence);
    else this.#last = Math.max(this.#last, after.sequence);
  }

  /** Tells the listeners of all that is known, for commits of this process that nobody hands over. */
  tell(): void {
    for (const listener of this.#listeners) listener(this.#last);
  }

  /** What follows upon the known end is known as well. */
  #extend(before: LogEnd, after: LogEnd): void {
    if (isSameEnd(before, this.#known)) this.#known = after;
  }

  #advance(known: LogEnd, end: LogEnd): void {
    if (this.#known === known) this.#known = end;
    this.#others(end.sequence);
  }

  #rewind(end: LogEnd): void {
    this.#known = end;
    this.#last = end.sequence;
    for (const listener of this.#rewindListeners) listener();
  }

  #others(upTo: Sequence): void {
    if (upTo <= this.#last) return;
    this.#last = upTo;
    this.tell();
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
      const { after, before, writer } = readAnnouncement(payload);
      this.#extend(before, after);
      if (after.sequence > this.#known.sequence) this.refresh().catch(() => undefined);
      if (writer !== this.#ownWriter()) this.#others(after.sequence);
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
