import type { Expression } from '../../expression.ts';
import { BitmapSet, type DocSet } from '../sets/doc-set.ts';
import type { DerivedCache } from './derived.ts';

/** The documents of one expression, until the cache evicts them. */
class CachedSet {
  readonly key: ReturnType<DerivedCache['register']>;
  docs: DocSet | undefined;

  constructor(cache: DerivedCache) {
    this.key = cache.register(this);
  }

  drop(): void {
    this.docs = undefined;
  }
}

/**
 * Documents of one segment that match expressions evaluated more than once, such as a user's visibility filter, which
 * is the same object in all requests. An entry lives at most as long as its expression.
 */
export class CachedSets {
  readonly #cache: DerivedCache;
  readonly #sets = new WeakMap<Expression, CachedSet>();

  constructor(cache: DerivedCache) {
    this.#cache = cache;
  }

  get(expression: Expression): DocSet | undefined {
    const known = this.#sets.get(expression);
    if (known?.docs !== undefined) this.#cache.touch(known.key);
    return known?.docs;
  }

  /** Adds the documents of an expression when they are evaluated for the second time. */
  add(expression: Expression, docs: DocSet): void {
    const known = this.#sets.get(expression);
    if (known === undefined) {
      this.#sets.set(expression, new CachedSet(this.#cache));
      return;
    }
    // The bitmap may be scratch memory, valid for this query only.
    const kept = docs.kind === 'bits' ? new BitmapSet(docs.words.slice(), docs.count) : docs;
    known.docs = kept;
    this.#cache.admit(known.key, kept.kind === 'bits' ? kept.words.byteLength : kept.docs.byteLength);
  }
}
