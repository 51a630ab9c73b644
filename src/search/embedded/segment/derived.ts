/**
 * Share of the size of an index that its derived values may take. Questions with varied constants use a tenth of it
 * again and again; with less room each would drop what the next one needs.
 */
const SHARE_OF_INDEX = 1 / 8;

/** LRU cache of recomputable values, limited by bytes. */
export class DerivedCache {
  readonly #leastBytes: number;
  #limitBytes: number;
  readonly #entries = new Map<object, { readonly bytes: number; readonly drop: () => void }>();
  #usedBytes = 0;

  /** `leastBytes`: limit for small indexes. */
  constructor(leastBytes: number) {
    this.#leastBytes = leastBytes;
    this.#limitBytes = leastBytes;
  }

  /** Sets the limit for an index of this size, in bytes. */
  fitTo(indexBytes: number): void {
    this.#limitBytes = Math.max(this.#leastBytes, indexBytes * SHARE_OF_INDEX);
  }

  /** Adds a value that was just computed, and drops least recently used ones beyond the limit. */
  admit(owner: object, bytes: number, drop: () => void): void {
    this.#entries.set(owner, { bytes, drop });
    this.#usedBytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#usedBytes <= this.#limitBytes || oldest === owner) return;
      this.#entries.delete(oldest);
      this.#usedBytes -= entry.bytes;
      entry.drop();
    }
  }

  /** Marks a value as used. */
  touch(owner: object): void {
    const entry = this.#entries.get(owner);
    if (entry === undefined) return;
    this.#entries.delete(owner);
    this.#entries.set(owner, entry);
  }
}

/** A lazily computed value that the cache may drop and `get` recomputes. */
export class Derived<T> {
  readonly #cache: DerivedCache;
  readonly #compute: () => T;
  readonly #bytesOf: (value: T) => number;
  #value: T | undefined;

  constructor(cache: DerivedCache, compute: () => T, bytesOf: (value: T) => number) {
    this.#cache = cache;
    this.#compute = compute;
    this.#bytesOf = bytesOf;
  }

  /** True when `get` need not compute. */
  get isReady(): boolean {
    return this.#value !== undefined;
  }

  get(): T {
    if (this.#value !== undefined) {
      this.#cache.touch(this);
      return this.#value;
    }
    const value = this.#compute();
    this.#value = value;
    this.#cache.admit(this, this.#bytesOf(value), () => (this.#value = undefined));
    return value;
  }
}
