/** Capacity of a bucket, in seconds of its rate. */
const BURST_SECONDS = 10;

/** Maximum tracked callers; beyond it the least recently used one is evicted. */
const MAX_BUCKETS = 10_000;

interface Bucket {
  /** Tokens left at time `at`; may be fractional. */
  tokens: number;
  at: number;
}

/** Token bucket rate limiter per caller: a bucket holds ten seconds' worth of tokens and refills steadily. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #now: () => number;
  /** In order of last use, oldest first. */
  readonly #buckets = new Map<string, Bucket>();

  /** `now` returns ms. */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Takes one token of a caller. Returns 0, or if there is none, the time until the next one in ms. */
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
    // A clock that was set back neither adds nor removes tokens.
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
