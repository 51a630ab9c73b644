import { CatalogError } from '../../../errors.ts';
import type { Cancellation } from '../../../util/concurrency/cancellation.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { Slots } from '../../../util/concurrency/slots.ts';

/** Long operations of one request that run at the same time: each may hold megabytes. */
export const MOST_LONG = 8;

/** What the operations of one request share: whether it goes on, and the order of the long ones. */
export class RunningRequest implements Cancellation {
  readonly #slots = new Slots(MOST_LONG);
  #lastLong: Promise<void> | undefined;
  #reason: Error | undefined;

  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Begins no further operations, and stops the reads that run. */
  stop(): void {
    this.#reason ??= new CatalogError(
      'TIMEOUT',
      'The request ended before its operations did. Select fewer fields.',
    );
  }

  /** Waits until a long operation may begin, in a turn of the event loop of its own. Dispose the result when it is over. */
  async beginLong(): Promise<Disposable> {
    const slot = await this.#slots.take();
    this.#lastLong = this.#lastLong === undefined ? Promise.resolve() : this.#lastLong.then(nextTurn);
    await this.#lastLong;
    return slot;
  }
}
