import { decodeText, encodeText } from './text-codec.ts';

/** The two arrays that hold a dictionary of texts. */
export interface DictionaryArrays {
  /** Where each text starts in `bytes`, where the last one ends, and 1 if every text is ASCII, else 0. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * Distinct texts in ascending order of UTF-16 code units; a text is known by its ordinal.
 * Nobody else reads the bytes, so that they could as well stay in a file.
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

  /** The text of an ordinal. */
  get(ordinal: number): string {
    const start = this.#offsets[ordinal] ?? 0;
    const end = this.#offsets[ordinal + 1] ?? 0;
    return this.isAscii ? this.#bytes.toString('latin1', start, end) : decodeText(this.#bytes, start, end);
  }

  /** Ordinal of a text; -1 when it is not there. */
  find(text: string): number {
    return this.findBytes(encodeText(text));
  }

  /** Ordinal of an encoded text; -1 when it is not there. */
  findBytes(encoded: Uint8Array): number {
    const ordinal = this.lowerBoundBytes(encoded);
    return ordinal < this.size && this.compareAt(ordinal, encoded) === 0 ? ordinal : -1;
  }

  /** First ordinal whose text is at least the given one. */
  lowerBound(text: string): number {
    return this.lowerBoundBytes(encodeText(text));
  }

  /** First ordinal whose text is greater than the given one. */
  upperBound(text: string): number {
    const encoded = encodeText(text);
    const ordinal = this.lowerBoundBytes(encoded);
    return ordinal < this.size && this.compareAt(ordinal, encoded) === 0 ? ordinal + 1 : ordinal;
  }

  /** First ordinal in the run from `first` to `end` whose text is at least the encoded one. */
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

  /** Negative, zero or positive as the text of the ordinal is less than, equal to or greater than the encoded one. */
  compareAt(ordinal: number, encoded: Uint8Array): number {
    const offsets = this.#offsets;
    return this.#bytes.compare(encoded, 0, encoded.length, offsets[ordinal] ?? 0, offsets[ordinal + 1] ?? 0);
  }

  /** Compares the text of an ordinal with a text of another dictionary. */
  compareWith(ordinal: number, other: TextDictionary, otherOrdinal: number): number {
    const { start, end } = other.#bounds(otherOrdinal);
    const own = this.#bounds(ordinal);
    return this.#bytes.compare(other.#bytes, start, end, own.start, own.end);
  }

  /** Length in bytes of the text of an ordinal. */
  byteLength(ordinal: number): number {
    return (this.#offsets[ordinal + 1] ?? 0) - (this.#offsets[ordinal] ?? 0);
  }

  /** Where the encoded text of an ordinal starts among all bytes. */
  startOf(ordinal: number): number {
    return this.#offsets[ordinal] ?? 0;
  }

  /** The ordinal after the last text that fits into so many bytes together with `first`, which always does. */
  endOfWindow(first: number, bytes: number): number {
    const limit = this.startOf(first) + bytes;
    const end = upperBound(this.#offsets, limit, first + 1, this.size + 1) - 1;
    return Math.min(this.size, Math.max(first + 1, end));
  }

  /** The bytes of the texts from `first` to before `end`, capitals made small; only for ASCII. */
  foldedBytes(first: number, end: number): Buffer {
    const start = this.startOf(first);
    const length = this.startOf(end) - start;
    const words = new Uint32Array((length + 3) >>> 2);
    const bytes = Buffer.from(words.buffer, 0, length);
    this.#bytes.copy(bytes, 0, start, start + length);
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      // Four bytes at once: the top bit of each byte tells in the first sum "from A on", in the second "beyond Z".
      const isCapital = (word + 0x3f3f3f3f) & ~(word + 0x25252525) & 0x80808080;
      words[i] = word | (isCapital >>> 2);
    }
    return bytes;
  }

  /** Length in bytes of all texts. */
  totalBytes(): number {
    return this.#offsets[this.size] ?? 0;
  }

  /** One byte of the encoded text of an ordinal; -1 beyond its end. */
  byteAt(ordinal: number, index: number): number {
    const at = (this.#offsets[ordinal] ?? 0) + index;
    return at < (this.#offsets[ordinal + 1] ?? 0) ? (this.#bytes[at] ?? -1) : -1;
  }

  /** Copies the encoded text of an ordinal; returns where the copy ends. */
  copyTo(ordinal: number, target: Uint8Array, at: number): number {
    const { start, end } = this.#bounds(ordinal);
    this.#bytes.copy(target, at, start, end);
    return at + end - start;
  }

  #bounds(ordinal: number): { start: number; end: number } {
    return { start: this.#offsets[ordinal] ?? 0, end: this.#offsets[ordinal + 1] ?? 0 };
  }
}

/** First position from `from` to before `end` whose entry is greater than the value. */
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

/** The arrays of a dictionary of texts that are distinct and in order already. */
export function dictionaryArrays(sorted: readonly string[]): DictionaryArrays {
  const joined = sorted.join('');
  const bytes = encodeText(joined);
  // Every character beyond ASCII takes more bytes than units.
  const isAscii = bytes.length === joined.length;
  const offsets = new Uint32Array(sorted.length + 2);
  for (let i = 0; i < sorted.length; i++) {
    const text = sorted[i] ?? '';
    offsets[i + 1] = (offsets[i] ?? 0) + (isAscii ? text.length : encodeText(text).length);
  }
  offsets[sorted.length + 1] = isAscii ? 1 : 0;
  return { offsets, bytes };
}
