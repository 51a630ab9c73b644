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
  #isRunning = false;

  constructor(parts: PursuitParts) {
    this.#parts = parts;
  }

  /** There is a commit of this number. */
  wake(sequence: Sequence): void {
    this.#wanted = Math.max(sequence, this.#wanted);
    if (this.#isRunning || this.#isStopped()) return;
    this.#isRunning = true;
    const { name, tracer } = this.#parts;
    const running = inBackground('feed', { feed: name, upTo: sequence }, () => this.#run(), tracer);
    void running.finally(() => (this.#isRunning = false));
  }

  /** Ends after the attempt under way. */
  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    const { reach, warn } = this.#parts;
    const { signal } = this.#stop;
    let isFailing = false;
    for (let reached = 0; reached < this.#wanted && !this.#isStopped();) {
      const wanted = this.#wanted;
      try {
        await reach(wanted, signal);
        reached = wanted;
      } catch (error) {
        if (this.#isStopped()) return;
        if (!isFailing) warn('Commits could not be taken over; that is tried again.', error);
        isFailing = true;
        await sleep(REST, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }
}
