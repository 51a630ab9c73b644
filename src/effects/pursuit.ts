import { setTimeout as sleep } from 'node:timers/promises';
import type { Sequence } from '../model/sequence.ts';
import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/background-work.ts';

/** What a pursuit is made of. */
export interface PursuitParts {
  /** What is brought up to commits, for logs and traces. */
  readonly name: string;
  /** Resolves when everything up to a commit, or to the end of the log, has been taken over. */
  readonly reach: (sequence: Sequence, signal: AbortSignal) => Promise<void>;
  /** Told when that failed; it is tried again. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** How long a failed attempt rests, in ms. */
const REST = 1_000;

/** Goes after the last commit that it was told of, in the background, until that has been taken over. */
export class Pursuit implements Disposable {
  readonly #parts: PursuitParts;
  readonly #stop = new AbortController();
  #wanted: Sequence = 0;
  /** Whether there may be something that the attempt under way does not go after. */
  #isDue = false;
  #isRunning = false;

  constructor(parts: PursuitParts) {
    this.#parts = parts;
  }

  /** There is a commit of this number. */
  wake(sequence: Sequence): void {
    this.#wanted = Math.max(sequence, this.#wanted);
    this.#isDue = true;
    if (this.#isRunning || this.#isStopped()) return;
    this.#isRunning = true;
    const { name, tracer } = this.#parts;
    void inBackground('feed', { feed: name, upTo: sequence }, () => this.#run(), tracer);
  }

  /** Ends after the attempt under way. */
  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    const { reach, warn } = this.#parts;
    const { signal } = this.#stop;
    let isFailing = false;
    while (this.#isDue && !this.#isStopped()) {
      this.#isDue = false;
      try {
        await reach(this.#wanted, signal);
      } catch (error) {
        this.#isDue = true;
        if (this.#isStopped()) return;
        if (!isFailing) warn('Commits could not be taken over; that is tried again.', error);
        isFailing = true;
        await sleep(REST, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#isRunning = false;
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }
}
