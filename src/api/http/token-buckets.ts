/** Seconds of rest after which nothing is remembered: so long may anyone save up what was not used. */
const BURST_SECONDS = 10;

/** Callers that are remembered; beyond them those are forgotten that asked longest ago. */
const MAX_BUCKETS = 10_000;

interface Bucket {
  /** What is left at `at`; fractions count. */
  tokens: number;
  at: number;
}

/** Counts how often each of many callers asks: a bucket holds ten seconds' worth and refills steadily. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #now: () => number;
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>();

  /** `now` in ms. */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Takes one token of a caller; answers 0, or after how many ms there will be one when there is none. */
  take(caller: string): number {
    const at = this.#now();
    const bucket = this.#refilled(caller, at);
    this.#keep(caller, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / this.#perSecond) * 1000);
    bucket.tokens--;
    return 0;
  }

  #refilled(caller: string, at: number): Bucket {
    const full = this.#perSecond * BURST_SECONDS;
    const known = this.#buckets.get(caller);
    if (known === undefined) return { tokens: full, at };
    // A clock that was set back gives nothing and takes nothing.
    const seconds = Math.max(0, at - known.at) / 1000;
    return { tokens: Math.min(full, known.tokens + seconds * this.#perSecond), at };
  }

  #keep(caller: string, bucket: Bucket): void {
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size <= MAX_BUCKETS) return;
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}
