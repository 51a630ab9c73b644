import { setTimeout as sleep } from 'node:timers/promises';
import { withLogFields } from '../../log.ts';
import type { Leases } from '../../store/leases.ts';

/** Parameters of a task. */
export interface LeasedTaskParts {
  readonly leases: Leases;
  /** Name of the lease; the same in all processes. */
  readonly name: string;
  /** Starts the work. Disposing the result ends it; that happens before the lease is released. */
  readonly begin: () => Promise<AsyncDisposable>;
  /** Called when acquiring the lease, starting or ending the work fails, once per outage. It is retried. */
  readonly warn: (message: string, error: unknown) => void;
  /** Interval at which standby processes try to acquire the lease, in ms; 1,000 by default. */
  readonly standbyInterval?: number;
}

const STANDBY_INTERVAL = 1_000;

/**
 * Background work done by one process at a time: the holder of the lease. The others stand by and take over within
 * seconds when the holder ends, even by a crash. Disposing ends the work in this process and releases the lease.
 */
export class LeasedTask implements AsyncDisposable {
  readonly #parts: LeasedTaskParts;
  readonly #stop = new AbortController();
  #standing: Promise<void> = Promise.resolve();

  private constructor(parts: LeasedTaskParts) {
    this.#parts = parts;
  }

  /** Resolves when the work has started or this process stands by. */
  static async start(parts: LeasedTaskParts): Promise<LeasedTask> {
    const task = new LeasedTask(parts);
    await new Promise<void>((resolve) => {
      task.#standing = withLogFields({ work: 'lease', lease: parts.name }, () => task.#stand(resolve));
    });
    return task;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#standing;
  }

  async #stand(hasTried: () => void): Promise<void> {
    const { signal } = this.#stop;
    const { standbyInterval = STANDBY_INTERVAL } = this.#parts;
    for (let isFailing = false; !signal.aborted;) {
      try {
        await this.#serve(hasTried);
        isFailing = false;
      } catch (error) {
        // Warn once per outage: while the store is unavailable every attempt fails.
        if (!isFailing) this.#parts.warn(`${this.#parts.name} was interrupted; retrying.`, error);
        isFailing = true;
      }
      hasTried();
      await sleep(standbyInterval, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Works until the lease is lost or the task is disposed. Returns at once if another process holds the lease. */
  async #serve(hasBegun: () => void): Promise<void> {
    const { begin, leases, name } = this.#parts;
    const lease = await leases.acquire(name);
    if (lease === undefined) return;
    await using held = new AsyncDisposableStack();
    held.use(lease);
    held.use(await begin());
    hasBegun();
    await ended(AbortSignal.any([lease.lost, this.#stop.signal]));
  }
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
