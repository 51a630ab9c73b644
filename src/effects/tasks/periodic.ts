import type { WorkTracer } from '../../tracing.ts';
import { inBackground } from '../../util/concurrency/background-work.ts';

/** Parameters of periodic work. */
export interface PeriodicParts {
  /** Name in logs and traces. */
  readonly name: string;
  /** Interval between starts, in ms. Runs never overlap. */
  readonly every: number;
  /** Whether to run at once, too, instead of first after one interval. */
  readonly isDueAtOnce: boolean;
  /** Does the work once. May end early or reject when the signal is aborted. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Called on the first failure of a series; again only after a success. */
  readonly failed: (error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** Runs work periodically. Disposing aborts and awaits the current run. */
export class Periodic implements AsyncDisposable {
  readonly #parts: PeriodicParts;
  readonly #timer: NodeJS.Timeout;
  readonly #stop = new AbortController();
  #isFailing = false;
  #running: Promise<void> | undefined;
  /** Whether to run again after the current run. */
  #isDue = false;

  constructor(parts: PeriodicParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#begin(), parts.every).unref();
    if (parts.isDueAtOnce) this.#begin();
  }

  /** Runs now, or again after the current run. */
  wake(): void {
    this.#isDue = this.#running !== undefined;
    this.#begin();
  }

  #begin(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    const { failed, name, tracer, work } = this.#parts;
    try {
      await inBackground(name, {}, () => work(this.#stop.signal), tracer);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && !this.#stop.signal.aborted) failed(error);
      this.#isFailing = true;
    }
    this.#running = undefined;
    if (this.#isDue && !this.#stop.signal.aborted) this.wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
    await this.#running;
  }
}
