import { CatalogError } from '../../../errors.ts';
import type { Cancellation } from '../../../util/concurrency/cancellation.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { Slots } from '../../../util/concurrency/slots.ts';
import { because } from '../../../refusals.ts';

/** Maximum long operations of one request that run at the same time: each may hold megabytes. */
export const MOST_LONG = 8;

/** TOO_LARGE: the response has more objects than the limit. */
export class TooManyObjectsError extends CatalogError {
  constructor(most: number) {
    super(
      'TOO_LARGE',
      `The answer has more than ${most} objects (option limits.graphql.objects). Select fewer fields or request smaller pages.`,
      because('REQUEST_TOO_LARGE', { most }),
    );
  }
}

/** State shared by the operations of one request: cancellation, the order of long operations, the number of objects. */
export class RunningRequest implements Cancellation {
  readonly #mostObjects: number;
  #objects = 0;
  readonly #slots = new Slots(MOST_LONG);
  #lastLong: Promise<void> | undefined;
  #reason: Error | undefined;

  constructor(mostObjects = Infinity) {
    this.#mostObjects = mostObjects;
  }

  /** Counts an object of the response; throws TooManyObjectsError, which ends the request, when there are too many. */
  readonly countObject = (): void => {
    if (++this.#objects <= this.#mostObjects) return;
    this.#reason ??= new TooManyObjectsError(this.#mostObjects);
    throw this.#reason;
  };

  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Starts no further operations, and cancels running reads. */
  stop(): void {
    this.#reason ??= new CatalogError(
      'TIMEOUT',
      'The request ended before its operations did. Select fewer fields.',
    );
  }

  /** Waits until a long operation may start, in a separate turn of the event loop. Dispose the result when it ends. */
  async beginLong(): Promise<Disposable> {
    const slot = await this.#slots.take();
    this.#lastLong = this.#lastLong === undefined ? Promise.resolve() : this.#lastLong.then(nextTurn);
    await this.#lastLong;
    return slot;
  }
}
