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
} from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { EMPTY_LIST, filterList, listHas, uniteLists } from './doc-list.ts';
import type { DocList } from './doc-list.ts';
import { scratchBitmap, scratchCopy } from './scratch.ts';

/** The documents that have one of the values from `first` to before `end` of a column, but for some. */
export interface ColumnRun {
  readonly column: object;
  readonly first: number;
  readonly end: number;
  /** Documents that have such a value and are not in the set, ascending. */
  readonly without: DocList;
}

/** A set as a bitmap, which is counted when somebody first asks. */
export class BitmapSet {
  readonly kind = 'bits';
  readonly words: Bitmap;
  /** How the set came about, if by a run of the values of a column that has one value per document. */
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

  /** The set without some documents that may be in it. */
  without(docs: DocList): BitmapSet {
    const removed = filterList(docs, this.words, true);
    if (removed.length === 0) return this;
    const words = scratchCopy(this.words);
    for (let i = 0; i < removed.length; i++) clearBit(words, removed[i] ?? 0);
    const count = this.#count === undefined ? undefined : this.#count - removed.length;
    const run = this.run && { ...this.run, without: uniteLists(this.run.without, removed) };
    return new BitmapSet(words, count, run);
  }

  /** The documents below `size` that are not in the set. */
  invert(size: number): BitmapSet {
    const count = this.#count === undefined ? undefined : size - this.#count;
    return new BitmapSet(invertBitmap(this.words, size, scratchBitmap(this.words.length)), count);
  }
}

/**
 * A set of the documents of one segment, in the form that is cheapest for its density: a list of its members, a list
 * of the documents that are missing, or a bitmap. Sets are shared and never changed once made.
 */
export type DocSet = PresentDocs | { readonly kind: 'except'; readonly docs: DocList };

/** A set in a form that names its members. */
export type PresentDocs = { readonly kind: 'list'; readonly docs: DocList } | BitmapSet;

/** The set of no document. */
export const NO_DOCS: PresentDocs = { kind: 'list', docs: EMPTY_LIST };

/** The set of every document. */
export const ALL_DOCS: DocSet = { kind: 'except', docs: EMPTY_LIST };

/** True when a list of `length` documents takes less room than a bitmap over `size` documents. */
export function isSparse(length: number, size: number): boolean {
  return length <= size >>> 5;
}

/** The documents from `first` up to but not including `end`, among `size`. */
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

/** True when the set has no document. */
export function isEmpty(set: DocSet, size: number): boolean {
  return set.kind === 'bits' ? nextBit(set.words, 0) < 0 : countOf(set, size) === 0;
}

/** True when the set holds every document. */
export function isEverything(set: DocSet): boolean {
  return set.kind === 'except' && set.docs.length === 0;
}

/** True when the document is in the set. */
export function contains(set: DocSet, doc: number): boolean {
  if (set.kind === 'bits') return hasBit(set.words, doc);
  return listHas(set.docs, doc) === (set.kind === 'list');
}

/** The documents that are not in the set. */
export function complement(set: DocSet, size: number): DocSet {
  if (set.kind === 'list') return { kind: 'except', docs: set.docs };
  if (set.kind === 'except') return { kind: 'list', docs: set.docs };
  return set.invert(size);
}

/** A bitmap of the set; it may be shared, so it must not be changed. */
export function toBitmap(set: DocSet, size: number): Bitmap {
  if (set.kind === 'bits') return set.words;
  return copyToBitmap(set, size);
}

/** A bitmap of the set that belongs to the caller. */
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

/** The members of the set in ascending order. */
export function toList(set: DocSet, size: number): DocList {
  if (set.kind === 'list') return set.docs;
  return bitsToList(toBitmap(set, size), countOf(set, size));
}
