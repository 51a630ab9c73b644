/**
 * Share of the size of an index that its derived values may take. Queries with varied constants use a tenth of it
 * repeatedly; with less room, each would evict what the next one needs.
 */
const SHARE_OF_INDEX = 1 / 8;

/** The cache's view of the owner of a value. */
interface Owner {
  /** Drops the value. */
  drop(): void;
}

/**
 * LRU cache of recomputable values, limited by bytes. It references owners weakly: an owner that nothing else references
 * (its segment was replaced) is collected with everything it references, and its value no longer counts.
 */
export class DerivedCache {
  readonly #leastBytes: number;
  #limitBytes: number;
  /** Bytes of each value, least recently used first. */
  readonly #entries = new Map<WeakRef<Owner>, number>();
  readonly #collected = new FinalizationRegistry<WeakRef<Owner>>((owner) => this.#remove(owner));
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

  /** Registers an owner, once. Returns its key. */
  register(owner: Owner): WeakRef<Owner> {
    const key = new WeakRef(owner);
    this.#collected.register(owner, key);
    return key;
  }

  /** Adds a newly computed value, and evicts least recently used ones beyond the limit. */
  admit(owner: WeakRef<Owner>, bytes: number): void {
    this.#entries.set(owner, bytes);
    this.#usedBytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#usedBytes <= this.#limitBytes || oldest === owner) return;
      this.#remove(oldest);
      oldest.deref()?.drop();
    }
  }

  /** Marks a value as used. */
  touch(owner: WeakRef<Owner>): void {
    const bytes = this.#entries.get(owner);
    if (bytes === undefined) return;
    this.#entries.delete(owner);
    this.#entries.set(owner, bytes);
  }

  #remove(owner: WeakRef<Owner>): void {
    this.#usedBytes -= this.#entries.get(owner) ?? 0;
    this.#entries.delete(owner);
  }
}

/** A lazily computed value that the cache may drop and `get` recomputes. */
export class Derived<T> {
  readonly #cache: DerivedCache;
  readonly #compute: () => T;
  readonly #bytesOf: (value: T) => number;
  #key: WeakRef<Owner> | undefined;
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
      if (this.#key !== undefined) this.#cache.touch(this.#key);
      return this.#value;
    }
    const value = this.#compute();
    this.#value = value;
    this.#key ??= this.#cache.register(this);
    this.#cache.admit(this.#key, this.#bytesOf(value));
    return value;
  }

  /** Called by the cache: the next `get` computes the value again. */
  drop(): void {
    this.#value = undefined;
  }
}
