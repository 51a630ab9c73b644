import { TooManyRequestsError } from '../../errors.ts';
import { networkOf } from '../../util/network-of.ts';

/** Failed attempts of one user or address in the current window. */
interface Failures {
  count: number;
  /** End of the window, epoch ms. */
  until: number;
}

const WINDOW_MS = 5 * 60_000;
const MOST_PER_USER = 10;
/** Higher, because many people may share one address. */
const MOST_PER_ADDRESS = 50;
/** Maximum tracked users and addresses; beyond it the oldest entry is evicted. */
const MOST_COUNTED = 10_000;

/**
 * Rate limit on guessing passwords and codes, in windows of five minutes: 10 failures per user name, whether or not the
 * user exists, and 50 per network address (IPv6: per /64). An attempt counts before it runs, so that concurrent
 * attempts are limited, too.
 */
export class LogInLimits {
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Runs an attempt; success resets the count of its user. Throws TOO_MANY_REQUESTS, without running it, at the
   * limit.
   */
  async attempt<T>(user: string | undefined, address: string, run: () => Promise<T>): Promise<T> {
    const userKey = user === undefined ? undefined : `user ${user}`;
    const addressKey = `address ${networkOf(address)}`;
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
