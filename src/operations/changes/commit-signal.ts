import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf } from '../../model/urn.ts';
import {
  fitsOf,
  namesIn,
  namesOf,
  type ChangeFilter,
  type FitsEntry,
} from '../../query/changes/change-filter.ts';
import type { ChangePage } from '../../query/changes/change-query.ts';
import { cursorOf, positionOf } from '../../query/changes/cursor.ts';
import type { Commit } from '../../store/metadata-store.ts';

/** Waiters that are woken in one turn of the event loop; the requests of others run between turns. */
const WOKEN_AT_ONCE = 32;

/** Time between two rounds, in multiples of the processor time of a usual round. */
const REST = 3;

/**
 * Weight of the last round in the moving average of the cost: one round with a garbage collection must not delay the
 * following ones.
 */
const SHARE_OF_LAST = 1 / 8;

/** Maximum wait, in ms: followers then send keep-alives to their clients, and notice expired tokens. */
const PULSE_MS = 5_000;
/** Pulses per maximum wait: each wakes the longest waiting, so that not all wake at the same time. */
const PULSES = 20;

/** End of the last page that a follower has read. */
export type PageEnd = Pick<ChangePage, 'cursor' | 'sequence'>;

/** The parts of a commit that are compared with filters. */
export type AppliedCommit = Pick<Commit, 'entries' | 'id' | 'sequence'>;

interface Waiter {
  readonly names: readonly string[];
  readonly fits: FitsEntry;
  /** Number of the pulse in which the wait began. */
  readonly since: number;
  readonly wake: () => void;
  /** Cursor before which no events match. */
  from: string;
}

/**
 * Wakes waiters after a commit of any process that may have events for them. Wakes in rounds: a commit costs one
 * round for any number of waiters. Between two rounds, three times the processor time of a usual round passes, so
 * that rounds use about a quarter of the thread. Waiters for other commits cost nothing, but are woken every few
 * seconds.
 */
export class CommitSignal implements Disposable {
  /** Waiters without matching commits, the longest waiting first. */
  readonly #waiting = new Set<Waiter>();
  readonly #byName = new Map<string, Set<Waiter>>();
  /** Waiters to wake in the next round. */
  readonly #due = new Set<Waiter>();
  readonly #wakesAll: ReadonlySet<string>;
  readonly #pulse: NodeJS.Timeout;
  #pulses = 0;
  #last: Sequence;
  /** Cursor after the last commit; undefined if that commit is unknown. */
  #cursor: string | undefined;
  #isBusy = false;
  /** Processor time of a usual round, in ms. */
  #cost = 0;

  /** `last`: the last readable commit. `wakesAll`: entity types whose changes may end the right to follow. */
  constructor(last: Sequence, wakesAll: readonly string[] = []) {
    this.#last = last;
    this.#wakesAll = new Set(wakesAll);
    this.#pulse = setInterval(() => this.#wakeLongest(), PULSE_MS / PULSES).unref();
  }

  /** Number of waiters. */
  get waiting(): number {
    return this.#waiting.size + this.#due.size;
  }

  /**
   * Announces that all commits up to `upTo` can be read; lower than before if the log was rewound. `commits`: those
   * since the last call; undefined: unknown.
   */
  announce(upTo: Sequence, commits: readonly AppliedCommit[] | undefined): void {
    if (this.#waiting.size > 0) for (const waiter of this.#concerned(commits)) this.#setDue(waiter);
    this.#last = upTo;
    const last = commits?.at(-1);
    this.#cursor = last && cursorOf({ sequence: last.sequence, id: last.id });
    this.#begin();
  }

  /**
   * Resolves when there may be matching events after the end of a page, every few seconds, and when the signal is
   * aborted. The result is the cursor to continue from: no earlier commit matches.
   */
  async after(end: PageEnd, filter: ChangeFilter, signal: AbortSignal): Promise<string> {
    if (signal.aborted) return end.cursor;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => resolve(undefined);
    const names = namesOf(filter);
    const waiter: Waiter = { names, fits: fitsOf(filter), since: this.#pulses, wake, from: end.cursor };
    signal.addEventListener('abort', wake);
    this.#waiting.add(waiter);
    for (const name of names) getOrAdd(this.#byName, name).add(waiter);
    if (this.#last !== end.sequence || this.#hasLost(end)) {
      this.#setDue(waiter, end.cursor);
      this.#begin();
    }
    await promise;
    signal.removeEventListener('abort', wake);
    if (this.#waiting.has(waiter)) this.#setDue(waiter);
    this.#due.delete(waiter);
    return waiter.from;
  }

  /** Ends the rounds; then waiters are woken only by their own signals. */
  [Symbol.dispose](): void {
    clearInterval(this.#pulse);
  }

  /**
   * Whether the commit of the page was replaced by another one in a fail-over. Unknown, so false, for cursors without
   * an id.
   */
  #hasLost(end: PageEnd): boolean {
    const [id, last] = [end.cursor, this.#cursor ?? ''].map((cursor) => positionOf(cursor)?.id);
    return id !== undefined && last !== undefined && id !== last;
  }

  /** Waiters for whom the commits may have events. */
  #concerned(commits: readonly AppliedCommit[] | undefined): Iterable<Waiter> {
    const entries = commits?.flatMap((commit) => commit.entries);
    if (entries?.some(({ urn }) => this.#wakesAll.has(entityTypeOf(urn))) !== false) return this.#waiting;
    const concerned = new Set<Waiter>();
    for (const entry of entries) {
      if (entry.isInvisible === true) continue;
      for (const name of namesIn(entry)) {
        for (const waiter of this.#byName.get(name) ?? []) if (waiter.fits(entry)) concerned.add(waiter);
      }
    }
    return concerned;
  }

  /** Schedules a waiter to be woken. `cursor`: no earlier commit matches; default: the last commit. */
  #setDue(waiter: Waiter, cursor = this.#cursor): void {
    waiter.from = cursor ?? waiter.from;
    this.#waiting.delete(waiter);
    for (const name of waiter.names) {
      const named = this.#byName.get(name);
      named?.delete(waiter);
      if (named?.size === 0) this.#byName.delete(name);
    }
    this.#due.add(waiter);
  }

  #wakeLongest(): void {
    this.#pulses++;
    let left = Math.ceil(this.#waiting.size / PULSES);
    for (const waiter of this.#waiting) {
      if (left-- === 0 || this.#pulses - waiter.since < PULSES) break;
      this.#setDue(waiter);
    }
    this.#begin();
  }

  #begin(): void {
    if (this.#due.size > 0 && !this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    await pause();
    const begun = processorTime();
    const due = [...this.#due];
    for (let i = 0; i < due.length; i += WOKEN_AT_ONCE) {
      for (const waiter of due.slice(i, i + WOKEN_AT_ONCE)) waiter.wake();
      await pause();
    }
    this.#cost += SHARE_OF_LAST * (processorTime() - begun - this.#cost);
    await sleep(REST * this.#cost, undefined, { ref: false });
    this.#isBusy = false;
    this.#begin();
  }
}

function getOrAdd(sets: Map<string, Set<Waiter>>, name: string): Set<Waiter> {
  const found = sets.get(name) ?? new Set();
  sets.set(name, found);
  return found;
}

/** Processor time of this thread, in ms. */
function processorTime(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
}
