import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/background-work.ts';

/** Work that is done again and again. */
export interface PeriodicParts {
  /** For logs and traces. */
  readonly name: string;
  /** Time (ms) from one beginning to the next; while the work goes on it is not begun again. */
  readonly every: number;
  /** Whether it is done at once, too, and not only when the time has passed. */
  readonly isDueAtOnce: boolean;
  /** Does it once; may end early, also with a rejection, when the signal is aborted. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Told of a failure; not again until the work has succeeded. */
  readonly failed: (error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** Does work periodically until it is disposed, which waits for the work under way. */
export class Periodic implements AsyncDisposable {
  readonly #parts: PeriodicParts;
  readonly #timer: NodeJS.Timeout;
  readonly #stop = new AbortController();
  #isFailing = false;
  #running: Promise<void> | undefined;

  constructor(parts: PeriodicParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#begin(), parts.every).unref();
    if (parts.isDueAtOnce) this.#begin();
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
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
    await this.#running;
  }
}
