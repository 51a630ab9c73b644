import { hash } from 'node:crypto';

/** Capacity of a bucket, in seconds of its rate. */
const BURST_SECONDS = 10;

/** Number of buckets; beyond it, the fullest buckets are reassigned to other callers. */
const SLOTS = 16_384;
/** Number of slots in which the bucket of a caller may be. */
const PLACES = 16;
/** Words of a slot: the caller's hash, and the time at which its bucket is full again, in µs. */
const WORDS = 2;

/** Allocates memory for buckets that several threads share. */
export function bucketMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS * WORDS * BigInt64Array.BYTES_PER_ELEMENT);
}

/**
 * Token bucket rate limiter per caller: a bucket holds ten seconds' worth of tokens and refills steadily. Threads
 * with the same memory share the buckets.
 */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #slots: BigInt64Array;

  /** `now` returns ms. */
  constructor(perSecond: number, now: () => number, memory = bucketMemory()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#slots = new BigInt64Array(memory);
  }

  /** Takes one token of a caller. Returns 0, or if none is available, the time until the next one in ms. */
  take(caller: string): number {
    const now = BigInt(Math.round(this.#now() * 1000));
    const at = this.#slotOf(hashOf(caller), now) + 1;
    const perToken = 1_000_000 / this.#perSecond;
    const capacity = BigInt(Math.round(BURST_SECONDS * 1_000_000));
    for (;;) {
      const stored = Atomics.load(this.#slots, at);
      // After the clock was set back, the bucket is at worst empty.
      const fullAt = min(max(stored, now), now + capacity);
      const next = fullAt + BigInt(Math.round(perToken));
      if (next > now + capacity) return Math.max(1, Math.ceil(Number(next - now - capacity) / 1000));
      if (Atomics.compareExchange(this.#slots, at, stored, next) === stored) return 0;
    }
  }

  /** The slot of a caller; a new caller takes the fullest of its possible slots. */
  #slotOf(caller: bigint, now: bigint): number {
    const first = Number(BigInt.asUintN(32, caller));
    let fullest = -1;
    let fullestAt = 0n;
    for (let i = 0; i < PLACES; i++) {
      const place = ((first + i) % SLOTS) * WORDS;
      if (Atomics.load(this.#slots, place) === caller) return place;
      const fullAt = Atomics.load(this.#slots, place + 1);
      if (fullest >= 0 && fullAt >= fullestAt) continue;
      fullest = place;
      fullestAt = fullAt;
    }
    Atomics.store(this.#slots, fullest, caller);
    Atomics.store(this.#slots, fullest + 1, now);
    return fullest;
  }
}

/** Callers cannot construct names with equal hashes. */
function hashOf(caller: string): bigint {
  return hash('sha256', caller, 'buffer').readBigInt64LE();
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
