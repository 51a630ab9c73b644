import { nextBit } from './bitmap.ts';
import { lowerBound } from './doc-list.ts';
import type { DocSet } from './doc-set.ts';

/** Iterates over the members of a set in ascending order, from a given document on. */
export class DocCursor {
  readonly #set: DocSet;
  readonly #size: number;
  /** Next position in a list (kind `list`), or next document (other kinds). */
  #at: number;
  /** Position in the list of missing documents (kind `except`). */
  #gap = 0;

  constructor(set: DocSet, size: number, from = 0) {
    this.#set = set;
    this.#size = size;
    this.#at = set.kind === 'list' ? lowerBound(set.docs, from) : from;
    if (set.kind === 'except') this.#gap = lowerBound(set.docs, from);
  }

  /** The next member; -1 after the last. */
  next(): number {
    const set = this.#set;
    if (set.kind === 'list') return this.#at < set.docs.length ? (set.docs[this.#at++] ?? -1) : -1;
    if (set.kind === 'bits') {
      const doc = this.#at < this.#size ? nextBit(set.words, this.#at) : -1;
      if (doc >= 0) this.#at = doc + 1;
      return doc;
    }
    while (this.#gap < set.docs.length && set.docs[this.#gap] === this.#at) {
      this.#at++;
      this.#gap++;
    }
    return this.#at < this.#size ? this.#at++ : -1;
  }
}
