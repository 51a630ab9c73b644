import { emptyBitmap, setBit, wordCount, type Bitmap } from '../sets/bitmap.ts';
import { BitmapSet, NO_DOCS, isSparse, type DocSet } from '../sets/doc-set.ts';
import { scratchBitmap } from '../sets/scratch.ts';
import { Derived, type DerivedCache } from './derived.ts';
import type { Sections } from './sections.ts';
import { TextDictionary } from './text-dictionary.ts';

/** Sections of a word column, counted from its first one. */
export const WORD_SECTION = {
  dictionary: 0,
  dictionaryBytes: 1,
  /** Start of the postings of each word, and the end of the last. */
  offsets: 2,
  /** Largest impact of each word. */
  maxImpacts: 3,
  docs: 4,
  impacts: 5,
} as const;

/** The arrays of a `WordColumn`, apart from its dictionary. */
export interface WordArrays {
  readonly offsets: Uint32Array;
  readonly maxImpacts: Uint8Array;
  readonly docs: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Postings of a word. */
export interface Postings {
  /** Documents that contain the word, ascending. */
  readonly docs: Uint32Array;
  /** BM25 weight of the word in each document, 1..255 (see `bm25`). */
  readonly impacts: Uint8Array;
  readonly maxImpact: number;
}

/** Greater than every byte of an encoded text. */
const AFTER_EVERY_LETTER = Buffer.of(0xff);

/** The words of one full-text field in one segment, with their postings, concatenated in word order. */
export class WordColumn {
  readonly dictionary: TextDictionary;
  readonly offsets: Uint32Array;
  readonly maxImpacts: Uint8Array;
  readonly docs: Uint32Array;
  readonly impacts: Uint8Array;

  readonly #size: number;
  readonly #cache: DerivedCache;
  readonly #bitmaps = new Map<number, Derived<Bitmap>>();

  constructor(sections: Sections, first: number, size: number, cache: DerivedCache) {
    this.#size = size;
    this.#cache = cache;
    this.dictionary = new TextDictionary({
      offsets: sections.words(first + WORD_SECTION.dictionary),
      bytes: sections.bytes(first + WORD_SECTION.dictionaryBytes),
    });
    this.offsets = sections.words(first + WORD_SECTION.offsets);
    this.maxImpacts = sections.bytes(first + WORD_SECTION.maxImpacts);
    this.docs = sections.words(first + WORD_SECTION.docs);
    this.impacts = sections.bytes(first + WORD_SECTION.impacts);
  }

  postings(ordinal: number): Postings {
    const start = this.offsets[ordinal];
    const end = this.offsets[ordinal + 1];
    return {
      docs: this.docs.subarray(start, end),
      impacts: this.impacts.subarray(start, end),
      maxImpact: this.maxImpacts[ordinal] ?? 0,
    };
  }

  /**
   * Ordinals, from `first` to `end` (exclusive), of a word or of all words with a prefix; empty when there are
   * none.
   */
  find(encoded: Uint8Array, isPrefix: boolean): { readonly first: number; readonly end: number } {
    if (isPrefix) {
      const first = this.dictionary.lowerBoundBytes(encoded);
      const beyond = Buffer.concat([encoded, AFTER_EVERY_LETTER]);
      return { first, end: this.dictionary.lowerBoundBytes(beyond, first) };
    }
    const ordinal = this.dictionary.findBytes(encoded);
    return ordinal < 0 ? { first: 0, end: 0 } : { first: ordinal, end: ordinal + 1 };
  }

  /** Number of documents with this word, including deleted ones. */
  countOf(ordinal: number): number {
    return (this.offsets[ordinal + 1] ?? 0) - (this.offsets[ordinal] ?? 0);
  }

  /** Documents with any of the words from `first` to `end` (exclusive), possibly as a scratch bitmap. */
  documents(first: number, end: number): DocSet {
    if (end - first <= 1) return end === first ? NO_DOCS : this.#documentsOf(first);
    const words = scratchBitmap(wordCount(this.#size));
    this.mark(first, end, words);
    return new BitmapSet(words);
  }

  /** Sets the bits of the documents with any of the words from `first` to `end` (exclusive). */
  mark(first: number, end: number, words: Bitmap): void {
    // Postings of consecutive words are adjacent.
    const last = this.offsets[end] ?? 0;
    for (let i = this.offsets[first] ?? 0; i < last; i++) setBit(words, this.docs[i] ?? 0);
  }

  #documentsOf(ordinal: number): DocSet {
    const { docs } = this.postings(ordinal);
    if (docs.length === 0) return NO_DOCS;
    if (isSparse(docs.length, this.#size)) return { kind: 'list', docs };
    let bitmap = this.#bitmaps.get(ordinal);
    if (bitmap === undefined) {
      bitmap = new Derived(
        this.#cache,
        () => bitmapOf(docs, this.#size),
        (words) => words.byteLength,
      );
      this.#bitmaps.set(ordinal, bitmap);
    }
    return new BitmapSet(bitmap.get(), docs.length);
  }
}

function bitmapOf(docs: Uint32Array, size: number): Bitmap {
  const words = emptyBitmap(size);
  for (let i = 0; i < docs.length; i++) setBit(words, docs[i] ?? 0);
  return words;
}
