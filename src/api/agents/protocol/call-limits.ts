import { TooManyRequestsError } from '../../../errors.ts';
import { TokenBuckets } from '../../http/limits/token-buckets.ts';

/** Calls that one token may run at once. */
const MOST_AT_ONCE = 10;
const RETRY_MS = 1_000;

/** Limits the calls of each token: how many run at once, and how many in a minute. */
export class CallLimits {
  readonly #perMinute: number;
  readonly #buckets: TokenBuckets | undefined;
  readonly #running = new Map<string, number>();

  /** `perMinute`: averaged over ten seconds; 0: unlimited. `now`: epoch ms. */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#buckets = perMinute === 0 ? undefined : new TokenBuckets(perMinute / 60, now);
  }

  /** Counts a call until it is disposed of. Throws TOO_MANY_REQUESTS beyond a limit. */
  begin(token: string): Disposable {
    const wait = this.#buckets?.take(token) ?? 0;
    if (wait > 0) {
      throw new TooManyRequestsError(
        `A token may call ${this.#perMinute} tools per minute (option agents.callsPerMinute).`,
        wait,
      );
    }
    const running = this.#running.get(token) ?? 0;
    if (running >= MOST_AT_ONCE) {
      throw new TooManyRequestsError(`A token may run ${MOST_AT_ONCE} calls at once.`, RETRY_MS);
    }
    this.#running.set(token, running + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#running.get(token) ?? 1) - 1;
        if (left > 0) this.#running.set(token, left);
        else this.#running.delete(token);
      },
    };
  }
}
