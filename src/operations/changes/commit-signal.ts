import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import type { Sequence } from '../../model/sequence.ts';

/** Waiters that are woken in one turn of the event loop; the requests of others run between turns. */
const WOKEN_AT_ONCE = 32;

/** Time between two rounds, in units of the processor time of the last one. */
const REST = 3;

/** Longest wait, in ms: followers tell their clients that they are there, and notice tokens that expire. */
const PULSE_MS = 5_000;

/**
 * Wakes those who wait for the next commit of any process, in rounds: a commit costs one round, however many wait. Between
 * two rounds three times the processor time of the last one passes, so that they use at most a quarter of the thread.
 */
export class CommitSignal implements Disposable {
  readonly #waiting = new Set<() => void>();
  readonly #pulse: NodeJS.Timeout;
  #last: Sequence;
  #isBusy = false;
  /** Whether another round follows this one. */
  #isDue = false;

  /** `last`: the last commit that can be read. */
  constructor(last: Sequence) {
    this.#last = last;
    this.#pulse = setInterval(() => this.#begin(), PULSE_MS).unref();
  }

  /** Number of those who wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** All commits up to `upTo` can be read; a smaller one than before if the log was rewound. */
  announce(upTo: Sequence): void {
    this.#last = upTo;
    this.#begin();
  }

  /** Resolves when there may be commits after `sequence`, every few seconds, and when the signal is aborted. */
  after(sequence: Sequence, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (this.#last !== sequence) this.#begin();
    });
  }

  /** Ends the rounds; who waits is woken by its own signal only. */
  [Symbol.dispose](): void {
    clearInterval(this.#pulse);
  }

  #begin(): void {
    if (this.#waiting.size === 0) return;
    if (this.#isBusy) this.#isDue = true;
    else void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    await pause();
    const begun = processorTime();
    const due = [...this.#waiting];
    for (let i = 0; i < due.length; i += WOKEN_AT_ONCE) {
      for (const wake of due.slice(i, i + WOKEN_AT_ONCE)) if (this.#waiting.has(wake)) wake();
      await pause();
    }
    await sleep(REST * (processorTime() - begun), undefined, { ref: false });
    this.#isBusy = false;
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#begin();
  }
}

/** Processor time of this thread, in ms. */
function processorTime(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
}
