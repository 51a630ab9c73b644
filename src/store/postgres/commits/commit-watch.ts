import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sequence } from '../../../model/sequence.ts';
import type { CommitFeed, CommitListener } from '../../commit-feed.ts';
import { isSameEnd, readAnnouncement, type LogEnd } from '../log-end.ts';
import type { RowReader } from '../readers/row-reader.ts';
import { COMMIT_CHANNEL } from '../write-session.ts';

/** Interval (ms) of polling for commits whose announcement was lost. */
const POLL = 1_000;

/**
 * Tracks the end of the log by LISTEN on a dedicated connection, by polling every second and by this process's own
 * commits. Each poll also detects a rewound log.
 */
export class CommitWatch implements CommitFeed {
  readonly #ownWriter: () => number | undefined;
  readonly #pool: Pool;
  readonly #rows: RowReader;
  readonly #listeners = new Set<CommitListener>();
  readonly #rewindListeners = new Set<() => void>();
  readonly #stopped = new AbortController();
  #last: Sequence;
  /** The last commit known to belong to the same history, by polling or by an unbroken chain of announcements. */
  #known: LogEnd;
  #client: PoolClient | undefined;
  #polling: Promise<void> | undefined;

  /** `pool` must hold exactly one connection, without idle timeout. `ownWriter` returns this process's writer id. */
  constructor(pool: Pool, rows: RowReader, end: LogEnd, ownWriter: () => number | undefined) {
    this.#ownWriter = ownWriter;
    this.#pool = pool;
    this.#rows = rows;
    this.#known = end;
    this.#last = end.sequence;
  }

  /** Sequence of the last commit known to this process. */
  get last(): Sequence {
    return this.#last;
  }

  /** Starts listening and polling; rejects when the database cannot be reached. */
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
      // If an announcement arrived meanwhile, the answer may be older: query again before rewinding.
      isOver = !isRewound || this.#known === known;
      if (!isRewound) this.#advance(known, end);
      // A replica that has not been promoted may still receive the missing commits.
      else if (isOver && !isStandby) this.#rewind(end);
    }
    return this.#last;
  }

  /** Records a transaction of this process with the end of the log before and after it. */
  own(before: LogEnd, after: LogEnd): void {
    this.#extend(before, after);
    // `after` is known if its announcement arrived first. Otherwise the chain is broken: poll.
    if (!isSameEnd(after, this.#known)) this.refresh().catch(() => undefined);
    // Others committed in between: followers must be notified of them before the own commit resolves.
    if (before.sequence > this.#last) this.#others(after.sequence);
    else this.#last = Math.max(this.#last, after.sequence);
  }

  /** Notifies the listeners of the last known commit, for own commits that are not returned to a caller. */
  notify(): void {
    for (const listener of this.#listeners) listener(this.#last);
  }

  /** Advances the known end when a transaction directly follows it. */
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
    this.notify();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopped;
    const isStopped = (): Promise<boolean> => pause(POLL, false, { signal }).catch(() => true);
    while (!(await isStopped())) {
      // Callers report that the database is unreachable; polling continues.
      await this.#listen().catch(() => undefined);
      await this.refresh().catch(() => undefined);
    }
  }

  async #listen(): Promise<void> {
    if (this.#client !== undefined) return;
    const client = await this.#pool.connect();
    const disconnect = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      client.release(true);
    };
    this.#client = client;
    client.on('error', disconnect);
    client.on('end', disconnect);
    client.on('notification', ({ payload = '' }) => {
      const { after, before, writer } = readAnnouncement(payload);
      this.#extend(before, after);
      if (after.sequence > this.#known.sequence) this.refresh().catch(() => undefined);
      if (writer !== this.#ownWriter()) this.#others(after.sequence);
    });
    await client.query(`LISTEN ${COMMIT_CHANNEL}`).catch((error: unknown) => {
      disconnect();
      throw error;
    });
  }

  /** Stops and closes the connection. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#polling;
    this.#client?.release(true);
    this.#client = undefined;
    await this.#pool.end();
  }
}
