import { setTimeout as sleep } from 'node:timers/promises';
import type { Sequence } from '../model/sequence.ts';
import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/concurrency/background-work.ts';

/** Parameters of the loop. */
export interface CatchUpLoopParts {
  /** Name of the derived state, for logs and traces. */
  readonly name: string;
  /** Resolves when everything up to `sequence`, or to the end of the log, is applied. */
  readonly reach: (sequence: Sequence, signal: AbortSignal) => Promise<void>;
  /** Called on the first failure of a series of retries. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** Delay before a retry, in ms. */
const RETRY_DELAY = 1_000;

/** Background loop that catches up to the latest announced sequence. Retries until it succeeds. */
export class CatchUpLoop implements Disposable {
  readonly #parts: CatchUpLoopParts;
  readonly #stop = new AbortController();
  #wanted: Sequence = 0;
  /** Whether a sequence was announced since the current attempt began. */
  #isDue = false;
  #isRunning = false;

  constructor(parts: CatchUpLoopParts) {
    this.#parts = parts;
  }

  /** Announces a sequence and starts the loop if it is not running. */
  wake(sequence: Sequence): void {
    this.#wanted = Math.max(sequence, this.#wanted);
    this.#isDue = true;
    if (this.#isRunning || this.#isStopped()) return;
    this.#isRunning = true;
    const { name, tracer } = this.#parts;
    void inBackground('feed', { feed: name, upTo: sequence }, () => this.#run(), tracer);
  }

  /** Stops after the current attempt. */
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
        if (!isFailing) warn('Applying commits failed; retrying.', error);
        isFailing = true;
        await sleep(RETRY_DELAY, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#isRunning = false;
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }
}
