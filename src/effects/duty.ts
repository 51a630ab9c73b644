import { setTimeout as sleep } from 'node:timers/promises';
import { withLogFields } from '../log.ts';
import type { Leases } from '../store/leases.ts';

/** What a duty is made of. */
export interface DutyParts {
  readonly leases: Leases;
  /** The same in all processes. */
  readonly name: string;
  /** Begins the work; disposing what it answers ends it, and happens before the lease is given up. */
  readonly begin: () => Promise<AsyncDisposable>;
  /** Told when the lease could not be asked for, or the work not be begun or ended; that is tried again, and not told again until it has succeeded. */
  readonly warn: (message: string, error: unknown) => void;
}

/** How often a process that stands by asks for the lease, in ms. */
const REST = 1_000;

/**
 * Work that one of all processes does at a time: whichever has the lease. The others stand by and take over within
 * seconds when that one ends, however it ends. Disposing ends the work here and gives up the lease.
 */
export class Duty implements AsyncDisposable {
  readonly #parts: DutyParts;
  readonly #stop = new AbortController();
  #standing: Promise<void> = Promise.resolve();

  private constructor(parts: DutyParts) {
    this.#parts = parts;
  }

  /** Resolves when the work has begun, or this process stands by. */
  static async start(parts: DutyParts): Promise<Duty> {
    const duty = new Duty(parts);
    await new Promise<void>((resolve) => {
      duty.#standing = withLogFields({ work: 'lease', lease: parts.name }, () => duty.#stand(resolve));
    });
    return duty;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#standing;
  }

  async #stand(hasTried: () => void): Promise<void> {
    const { signal } = this.#stop;
    for (let isFailing = false; !signal.aborted;) {
      try {
        await this.#serve(hasTried);
        isFailing = false;
      } catch (error) {
        // Said once: a store that is away fails every attempt.
        if (!isFailing) this.#parts.warn(`${this.#parts.name} was interrupted and is taken up again.`, error);
        isFailing = true;
      }
      hasTried();
      await sleep(REST, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Works until the lease is lost or the duty disposed; returns at once while another process has the lease. */
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
