import { TooManyRequestsError } from '../errors.ts';

/** Failures of one user or address within the current window. */
interface Failures {
  count: number;
  /** Epoch ms at which they are forgotten. */
  until: number;
}

const WINDOW_MS = 5 * 60_000;
const MOST_PER_USER = 10;
/** Many people may share one address. */
const MOST_PER_ADDRESS = 50;
/** Most users and addresses that are counted; beyond it the oldest is forgotten. */
const MOST_COUNTED = 10_000;

/**
 * Limits how often a password or a code may be guessed: per user name, whether or not there is such a user, and per
 * network address. An attempt counts before it is made, so that many at once count, too.
 */
export class LogInLimits {
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs an attempt; its user, if there is one, is forgiven when it succeeds. TOO_MANY_REQUESTS without trying. */
  async attempt<T>(user: string | undefined, address: string, run: () => Promise<T>): Promise<T> {
    const userKey = user === undefined ? undefined : `user ${user}`;
    const addressKey = `address ${address}`;
    if (userKey !== undefined) this.#count(userKey, MOST_PER_USER);
    this.#count(addressKey, MOST_PER_ADDRESS);
    const result = await run();
    if (userKey !== undefined) this.#failures.delete(userKey);
    const ofAddress = this.#failures.get(addressKey);
    if (ofAddress !== undefined) ofAddress.count--;
    return result;
  }

  #count(key: string, most: number): void {
    const now = this.#now();
    const known = this.#failures.get(key);
    if (known !== undefined && known.until > now) {
      if (known.count >= most)
        throw new TooManyRequestsError('Too many failed attempts to log in.', known.until - now);
      known.count++;
      return;
    }
    const [oldest] = this.#failures.keys();
    if (this.#failures.size >= MOST_COUNTED && oldest !== undefined) this.#failures.delete(oldest);
    this.#failures.delete(key);
    this.#failures.set(key, { count: 1, until: now + WINDOW_MS });
  }
}
