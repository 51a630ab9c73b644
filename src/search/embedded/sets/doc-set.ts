import {
  bitsToList,
  clearBit,
  countBits,
  fullBitmap,
  hasBit,
  invertBitmap,
  nextBit,
  setBit,
  setRun,
  wordCount,
  type Bitmap,
} from './bitmap.ts';
import { EMPTY_LIST, filterList, listHas, uniteLists, type DocList } from './doc-list.ts';
import { scratchBitmap, scratchCopy } from './scratch.ts';

/** The documents with a value from ordinal `first` to `end` (exclusive) of a column, except `without`. */
export interface ColumnRun {
  readonly column: object;
  readonly first: number;
  readonly end: number;
  /** Documents with such a value that are not in the set, ascending. */
  readonly without: DocList;
}

/** A set as a bitmap; counted on demand. */
export class BitmapSet {
  readonly kind = 'bits';
  readonly words: Bitmap;
  /** Set if the set was selected by a run of values of a column with one value per document. */
  readonly run: ColumnRun | undefined;
  #count: number | undefined;

  constructor(words: Bitmap, count?: number, run?: ColumnRun) {
    this.words = words;
    this.run = run;
    this.#count = count;
  }

  /** Number of documents. */
  get count(): number {
    this.#count ??= countBits(this.words);
    return this.#count;
  }

  /** The set without `docs`, which need not all be in it. */
  without(docs: DocList): BitmapSet {
    const removed = filterList(docs, this.words, true);
    if (removed.length === 0) return this;
    const words = scratchCopy(this.words);
    for (let i = 0; i < removed.length; i++) clearBit(words, removed[i] ?? 0);
    const count = this.#count === undefined ? undefined : this.#count - removed.length;
    const run = this.run && { ...this.run, without: uniteLists(this.run.without, removed) };
    return new BitmapSet(words, count, run);
  }

  /** Complement among the documents below `size`. */
  invert(size: number): BitmapSet {
    const count = this.#count === undefined ? undefined : size - this.#count;
    return new BitmapSet(invertBitmap(this.words, size, scratchBitmap(this.words.length)), count);
  }
}

/**
 * A set of documents of one segment, in the cheapest form for its density: a list of its members, a list of the
 * missing documents, or a bitmap. Immutable and shared.
 */
export type DocSet = PresentDocs | { readonly kind: 'except'; readonly docs: DocList };

/** A set that stores its members. */
export type PresentDocs = { readonly kind: 'list'; readonly docs: DocList } | BitmapSet;

/** The empty set. */
export const NO_DOCS: PresentDocs = { kind: 'list', docs: EMPTY_LIST };

/** The set of all documents. */
export const ALL_DOCS: DocSet = { kind: 'except', docs: EMPTY_LIST };

/** True when a list of `length` documents is smaller than a bitmap over `size` documents. */
export function isSparse(length: number, size: number): boolean {
  return length <= size >>> 5;
}

/** The documents from `first` to `end` (exclusive), in a segment of `size` documents. */
export function runSet(first: number, end: number, size: number): DocSet {
  if (first >= end) return NO_DOCS;
  if (first === 0 && end === size) return ALL_DOCS;
  const length = end - first;
  if (isSparse(length, size))
    return { kind: 'list', docs: Uint32Array.from({ length }, (_, i) => first + i) };
  const words = scratchBitmap(wordCount(size));
  setRun(words, first, end);
  return new BitmapSet(words, length);
}

/** Number of documents in a set over `size` documents. */
export function countOf(set: DocSet, size: number): number {
  if (set.kind === 'bits') return set.count;
  return set.kind === 'list' ? set.docs.length : size - set.docs.length;
}

/** True when the set is empty. */
export function isEmpty(set: DocSet, size: number): boolean {
  return set.kind === 'bits' ? nextBit(set.words, 0) < 0 : countOf(set, size) === 0;
}

/** True when the set is stored as all documents; may be false for a bitmap of all. */
export function isEverything(set: DocSet): boolean {
  return set.kind === 'except' && set.docs.length === 0;
}

/** True when the document is in the set. */
export function contains(set: DocSet, doc: number): boolean {
  if (set.kind === 'bits') return hasBit(set.words, doc);
  return listHas(set.docs, doc) === (set.kind === 'list');
}

/** Complement of the set. */
export function complement(set: DocSet, size: number): DocSet {
  if (set.kind === 'list') return { kind: 'except', docs: set.docs };
  if (set.kind === 'except') return { kind: 'list', docs: set.docs };
  return set.invert(size);
}

/** The set as a bitmap, which may be shared and must not be changed. */
export function toBitmap(set: DocSet, size: number): Bitmap {
  if (set.kind === 'bits') return set.words;
  return copyToBitmap(set, size);
}

/** The set as a bitmap that the caller may change. */
export function copyToBitmap(set: DocSet, size: number): Bitmap {
  if (set.kind === 'bits') return scratchCopy(set.words);
  if (set.kind === 'except') {
    const words = fullBitmap(size);
    for (let i = 0; i < set.docs.length; i++) clearBit(words, set.docs[i] ?? 0);
    return words;
  }
  const words = scratchBitmap(wordCount(size));
  for (let i = 0; i < set.docs.length; i++) setBit(words, set.docs[i] ?? 0);
  return words;
}

/** The members of the set, ascending. */
export function toList(set: DocSet, size: number): DocList {
  if (set.kind === 'list') return set.docs;
  return bitsToList(toBitmap(set, size), countOf(set, size));
}
