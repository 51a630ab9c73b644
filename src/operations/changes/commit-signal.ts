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

/** Time between two rounds, in units of the processor time of a usual one. */
const REST = 3;

/** Share of the last round in what a round usually costs: one with a collection of garbage must not hold up those after it. */
const SHARE_OF_LAST = 1 / 8;

/** Longest wait, in ms: followers tell their clients that they are there, and notice tokens that expire. */
const PULSE_MS = 5_000;
/** Parts of it: those who wait longest are woken in each, so that not all wake at the same time. */
const PULSES = 20;

/** The end of the page that a follower has read. */
export type PageEnd = Pick<ChangePage, 'cursor' | 'sequence'>;

/** What of a commit is compared with filters. */
export type AppliedCommit = Pick<Commit, 'entries' | 'id' | 'sequence'>;

interface Waiter {
  readonly names: readonly string[];
  readonly fits: FitsEntry;
  /** Number of the pulse in which it began to wait. */
  readonly since: number;
  readonly wake: () => void;
  /** Cursor before which there is nothing for it. */
  from: string;
}

/**
 * Wakes those who wait for the next commit of any process that may have events for them, in rounds: a commit costs one round,
 * however many wait. Between two rounds three times the processor time of a usual one passes, so that they use about a
 * quarter of the thread. Who waits for other commits costs nothing, but is woken every few seconds.
 */
export class CommitSignal implements Disposable {
  /** Those for whom nothing has come yet, the longest wait first. */
  readonly #waiting = new Set<Waiter>();
  readonly #byName = new Map<string, Set<Waiter>>();
  /** Those who are woken in the next round. */
  readonly #due = new Set<Waiter>();
  readonly #wakesAll: ReadonlySet<string>;
  readonly #pulse: NodeJS.Timeout;
  #pulses = 0;
  #last: Sequence;
  /** Cursor after the last commit; undefined when that commit is not known. */
  #cursor: string | undefined;
  #isBusy = false;
  /** Processor time of a usual round, in ms. */
  #cost = 0;

  /** `last`: the last commit that can be read. `wakesAll`: entity types whose changes may end the right to follow. */
  constructor(last: Sequence, wakesAll: readonly string[] = []) {
    this.#last = last;
    this.#wakesAll = new Set(wakesAll);
    this.#pulse = setInterval(() => this.#wakeLongest(), PULSE_MS / PULSES).unref();
  }

  /** Number of those who wait. */
  get waiting(): number {
    return this.#waiting.size + this.#due.size;
  }

  /**
   * All commits up to `upTo` can be read; a smaller one than before if the log was rewound. `commits`: those since the last
   * call; undefined: they are not known.
   */
  announce(upTo: Sequence, commits: readonly AppliedCommit[] | undefined): void {
    if (this.#waiting.size > 0) for (const waiter of this.#concerned(commits)) this.#setDue(waiter);
    this.#last = upTo;
    const last = commits?.at(-1);
    this.#cursor = last && cursorOf({ sequence: last.sequence, id: last.id });
    this.#begin();
  }

  /**
   * Resolves when there may be events that fit after the end of a page, every few seconds, and when the signal is aborted, with the
   * cursor to read on from: no commit before it fits.
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

  /** Ends the rounds; who waits is woken by its own signal only. */
  [Symbol.dispose](): void {
    clearInterval(this.#pulse);
  }

  /** Whether the last commit has replaced that of the page in a fail-over. Cursors without an id do not tell. */
  #hasLost(end: PageEnd): boolean {
    const [id, last] = [end.cursor, this.#cursor ?? ''].map((cursor) => positionOf(cursor)?.id);
    return id !== undefined && last !== undefined && id !== last;
  }

  /** Those for whom the commits may have events. */
  #concerned(commits: readonly AppliedCommit[] | undefined): Iterable<Waiter> {
    const entries = commits?.flatMap((commit) => commit.entries);
    if (entries?.some(({ urn }) => this.#wakesAll.has(entityTypeOf(urn))) !== false) return this.#waiting;
    const concerned = new Set<Waiter>();
    for (const entry of entries) {
      if (entry.isUnseen === true) continue;
      for (const name of namesIn(entry)) {
        for (const waiter of this.#byName.get(name) ?? []) if (waiter.fits(entry)) concerned.add(waiter);
      }
    }
    return concerned;
  }

  /** It has nothing to read before the cursor; default: up to the last commit. */
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
