import { atOnce, type Steps } from '../../../util/concurrency/steps.ts';
import { decodeText, encodeText } from './text-codec.ts';

/** The arrays of a dictionary of texts. */
export interface DictionaryArrays {
  /** Start of each text in `bytes`, the end of the last one, and 1 if all texts are ASCII, else 0. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * Distinct texts in ascending order of UTF-16 units, identified by ordinal. Hides the bytes, so that they could be read
 * from a file instead.
 */
export class TextDictionary {
  readonly size: number;
  readonly isAscii: boolean;
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor({ offsets, bytes }: DictionaryArrays) {
    this.size = offsets.length - 2;
    this.isAscii = offsets[offsets.length - 1] === 1;
    this.#offsets = offsets;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get(ordinal: number): string {
    const start = this.#offsets[ordinal] ?? 0;
    const end = this.#offsets[ordinal + 1] ?? 0;
    return this.isAscii ? this.#bytes.toString('latin1', start, end) : decodeText(this.#bytes, start, end);
  }

  /** Ordinal of a text; -1 when missing. */
  find(text: string): number {
    return this.findBytes(encodeText(text));
  }

  /** Ordinal of an encoded text; -1 when missing. */
  findBytes(encoded: Uint8Array): number {
    const ordinal = this.lowerBoundBytes(encoded);
    return ordinal < this.size && this.compareAt(ordinal, encoded) === 0 ? ordinal : -1;
  }

  /**
   * Ordinals of texts, in steps; -1 for missing ones, and for repetitions. `sorted`: ascending. One pass through the dictionary,
   * which is faster than to find many texts one by one.
   */
  *findSorted(sorted: readonly string[]): Steps<Int32Array> {
    const found = new Int32Array(sorted.length).fill(-1);
    if (this.size * SEARCHES_PER_TEXT < sorted.length) return this.#findOwn(sorted, found);
    let next = 0;
    let last = -1;
    for (let start = 0; start < sorted.length && next < this.size; start += PER_SEARCH) {
      if (start > 0) yield;
      const { bytes, ends } = encodeTexts(sorted.slice(start, start + PER_SEARCH));
      for (let i = 0, begin = 0; i < ends.length; i++) {
        const end = ends[i] ?? 0;
        next = this.#advance(next, bytes, begin, end);
        if (next < this.size && next !== last && this.#compareWithin(next, bytes, begin, end) === 0) {
          found[start + i] = next;
          last = next;
        }
        begin = end;
      }
    }
    return found;
  }

  /** Searches for each text of the dictionary among many others. */
  #findOwn(sorted: readonly string[], found: Int32Array): Int32Array {
    for (let ordinal = 0; ordinal < this.size; ordinal++) {
      const text = this.get(ordinal);
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sorted[middle] ?? '') < text) low = middle + 1;
        else high = middle;
      }
      if (sorted[low] === text) found[low] = ordinal;
    }
    return found;
  }

  /** First ordinal from `from` on with a text of at least the encoded one. Cheap if it is near. */
  #advance(from: number, bytes: Uint8Array, begin: number, end: number): number {
    let low = from;
    let high = from;
    for (let step = 1; high < this.size && this.#compareWithin(high, bytes, begin, end) < 0; step *= 2) {
      low = high + 1;
      high += step;
    }
    high = Math.min(high, this.size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareWithin(middle, bytes, begin, end) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** First ordinal with a text of at least `text`. */
  lowerBound(text: string): number {
    return this.lowerBoundBytes(encodeText(text));
  }

  /** First ordinal with a text greater than `text`. */
  upperBound(text: string): number {
    const encoded = encodeText(text);
    const ordinal = this.lowerBoundBytes(encoded);
    return ordinal < this.size && this.compareAt(ordinal, encoded) === 0 ? ordinal + 1 : ordinal;
  }

  /**
   * First ordinal from `first` to `end` (exclusive) with a text of at least the encoded one; `end` when there is
   * none.
   */
  lowerBoundBytes(encoded: Uint8Array, first = 0, end = this.size): number {
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareAt(middle, encoded) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative, zero or positive when the text is less than, equal to or greater than the encoded one. */
  compareAt(ordinal: number, encoded: Uint8Array): number {
    return this.#compareWithin(ordinal, encoded, 0, encoded.length);
  }

  /** Compares a text with an encoded one, the bytes from `begin` to `end` (exclusive). */
  #compareWithin(ordinal: number, encoded: Uint8Array, begin: number, end: number): number {
    const start = this.#offsets[ordinal] ?? 0;
    const length = (this.#offsets[ordinal + 1] ?? 0) - start;
    const shared = Math.min(length, end - begin);
    // Most texts differ early: a call of `Buffer.compare` takes longer than the comparison.
    for (let i = 0; i < shared; i++) {
      const difference = (this.#bytes[start + i] ?? 0) - (encoded[begin + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - (end - begin);
  }

  /** Compares a text with one of another dictionary. */
  compareWith(ordinal: number, other: TextDictionary, otherOrdinal: number): number {
    const { start, end } = other.#bounds(otherOrdinal);
    return this.#compareWithin(ordinal, other.#bytes, start, end);
  }

  /** Length of an encoded text in bytes. */
  byteLength(ordinal: number): number {
    return (this.#offsets[ordinal + 1] ?? 0) - (this.#offsets[ordinal] ?? 0);
  }

  /** Start of an encoded text among all bytes. */
  startOf(ordinal: number): number {
    return this.#offsets[ordinal] ?? 0;
  }

  /** End (exclusive) of the longest run of texts from `first` on with at most `bytes` bytes; at least one text. */
  endOfWindow(first: number, bytes: number): number {
    const limit = this.startOf(first) + bytes;
    const end = upperBound(this.#offsets, limit, first + 1, this.size + 1) - 1;
    return Math.min(this.size, Math.max(first + 1, end));
  }

  /** Lower-cased bytes of the texts from `first` to `end` (exclusive); only for ASCII. */
  foldedBytes(first: number, end: number): Buffer {
    const start = this.startOf(first);
    const length = this.startOf(end) - start;
    const words = new Uint32Array((length + 3) >>> 2);
    const bytes = Buffer.from(words.buffer, 0, length);
    this.#bytes.copy(bytes, 0, start, start + length);
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      // Four bytes at once: the top bit of each byte is set in the first sum from 'A' on, in the second after 'Z'.
      const isCapital = (word + 0x3f3f3f3f) & ~(word + 0x25252525) & 0x80808080;
      words[i] = word | (isCapital >>> 2);
    }
    return bytes;
  }

  /** Length of all encoded texts in bytes. */
  totalBytes(): number {
    return this.#offsets[this.size] ?? 0;
  }

  /** One byte of an encoded text; -1 beyond its end. */
  byteAt(ordinal: number, index: number): number {
    const at = (this.#offsets[ordinal] ?? 0) + index;
    return at < (this.#offsets[ordinal + 1] ?? 0) ? (this.#bytes[at] ?? -1) : -1;
  }

  /** Copies an encoded text to `target` at `at`; returns the end of the copy. */
  copyTo(ordinal: number, target: Uint8Array, at: number): number {
    const { start, end } = this.#bounds(ordinal);
    this.#bytes.copy(target, at, start, end);
    return at + end - start;
  }

  #bounds(ordinal: number): { start: number; end: number } {
    return { start: this.#offsets[ordinal] ?? 0, end: this.#offsets[ordinal + 1] ?? 0 };
  }
}

/** Number of texts from which to sort them and call `findSorted`, instead of finding each. */
export const MANY_TEXTS = 64;

/** To search for a text of a dictionary among others takes as long as to encode and search for so many texts in it. */
const SEARCHES_PER_TEXT = 8;

/** Texts encoded and searched for in one step. */
const PER_SEARCH = 1_024;

/** Encodes texts one after another. */
function encodeTexts(texts: readonly string[]): { readonly bytes: Buffer; readonly ends: Uint32Array } {
  const joined = texts.join('');
  const bytes = encodeText(joined);
  const ends = new Uint32Array(texts.length);
  // Every non-ASCII character takes more bytes than units.
  const arePlain = bytes.length === joined.length;
  const parts = arePlain ? undefined : texts.map(encodeText);
  let end = 0;
  for (const [i, { length }] of (parts ?? texts).entries()) ends[i] = end += length;
  return { bytes: parts === undefined ? bytes : Buffer.concat(parts), ends };
}

/** First position from `from` to `end` (exclusive) with an entry greater than `value`. */
function upperBound(sorted: Uint32Array, value: number, from: number, end: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Texts encoded in one step. */
const PER_STEP = 8_192;

/** Builds the arrays of a dictionary of distinct, sorted texts. */
export function dictionaryArrays(sorted: readonly string[]): DictionaryArrays {
  return atOnce(dictionarySteps(sorted));
}

/** Builds the arrays of a dictionary of distinct, sorted texts, in steps. */
export function* dictionarySteps(sorted: readonly string[]): Steps<DictionaryArrays> {
  const offsets = new Uint32Array(sorted.length + 2);
  const parts: Buffer[] = [];
  let isAscii = true;
  for (let start = 0; start < sorted.length; start += PER_STEP) {
    if (start > 0) yield;
    const texts = sorted.length <= PER_STEP ? sorted : sorted.slice(start, start + PER_STEP);
    const joined = texts.join('');
    const bytes = encodeText(joined);
    parts.push(bytes);
    // Every non-ASCII character takes more bytes than units.
    const arePlain = bytes.length === joined.length;
    isAscii &&= arePlain;
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] ?? '';
      offsets[start + i + 1] = (offsets[start + i] ?? 0) + (arePlain ? text.length : encodeText(text).length);
    }
  }
  offsets[sorted.length + 1] = isAscii ? 1 : 0;
  const [first] = parts;
  return { offsets, bytes: parts.length === 1 && first !== undefined ? first : Buffer.concat(parts) };
}
