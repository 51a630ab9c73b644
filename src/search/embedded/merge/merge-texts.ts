import { hasBit, type Bitmap } from '../sets/bitmap.ts';
import type { DictionaryArrays, TextDictionary } from '../segment/text-dictionary.ts';
import { DROPPED } from './merge-source.ts';

/** A source dictionary of a merge. */
export interface TextSource {
  readonly dictionary: TextDictionary;
  /** Ordinals of the texts to keep; undefined: all. */
  readonly kept: Bitmap | undefined;
}

/** A merged dictionary. */
export interface MergedDictionary<A> {
  readonly arrays: A;
  readonly size: number;
  /** For each source, the new ordinals of its values; DROPPED for dropped ones. */
  readonly maps: readonly Uint32Array[];
}

/** Merges dictionaries of texts. */
export function mergeTexts(sources: readonly TextSource[]): MergedDictionary<DictionaryArrays> {
  const merge = new TextMerge(sources);
  return merge.run();
}

/** K-way merge of dictionaries; `#heads` holds the sources in descending order of their next text. */
class TextMerge {
  readonly #sources: readonly TextSource[];
  readonly #next: number[];
  readonly #maps: Uint32Array[];
  readonly #heads: number[] = [];
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;

  constructor(sources: readonly TextSource[]) {
    this.#sources = sources;
    this.#next = sources.map(() => 0);
    this.#maps = sources.map(({ dictionary }) => new Uint32Array(dictionary.size).fill(DROPPED));
    this.#offsets = new Uint32Array(sources.reduce((sum, { dictionary }) => sum + dictionary.size, 2));
    this.#bytes = new Uint8Array(sources.reduce((sum, { dictionary }) => sum + dictionary.totalBytes(), 0));
    sources.forEach((_, source) => this.#advance(source));
  }

  run(): MergedDictionary<DictionaryArrays> {
    let size = 0;
    let end = 0;
    for (let source = this.#heads.pop(); source !== undefined; source = this.#heads.pop()) {
      const ordinal = this.#next[source] ?? 0;
      end = this.#dictionary(source).copyTo(ordinal, this.#bytes, end);
      this.#offsets[size + 1] = end;
      this.#takeEqual(source, ordinal, size);
      this.#take(source, size);
      size++;
    }
    const isAscii = this.#sources.every(({ dictionary }) => dictionary.isAscii || dictionary.size === 0);
    const offsets = this.#offsets.subarray(0, size + 2);
    offsets[size + 1] = isAscii ? 1 : 0;
    return { arrays: { offsets, bytes: this.#bytes.subarray(0, end) }, size, maps: this.#maps };
  }

  /** Maps the same text in other sources to the same ordinal. */
  #takeEqual(source: number, ordinal: number, merged: number): void {
    for (let other = this.#heads.at(-1); other !== undefined; other = this.#heads.at(-1)) {
      const otherOrdinal = this.#next[other] ?? 0;
      if (this.#dictionary(other).compareWith(otherOrdinal, this.#dictionary(source), ordinal) !== 0) return;
      this.#heads.pop();
      this.#take(other, merged);
    }
  }

  #take(source: number, merged: number): void {
    const map = this.#maps[source];
    const ordinal = this.#next[source] ?? 0;
    if (map !== undefined) map[ordinal] = merged;
    this.#next[source] = ordinal + 1;
    this.#advance(source);
  }

  /** Advances a source to its next kept text and reinserts it into the heads. */
  #advance(source: number): void {
    const { dictionary, kept } = this.#sources[source] ?? {};
    if (dictionary === undefined) return;
    let ordinal = this.#next[source] ?? 0;
    if (kept !== undefined) while (ordinal < dictionary.size && !hasBit(kept, ordinal)) ordinal++;
    this.#next[source] = ordinal;
    if (ordinal < dictionary.size) this.#insert(source, dictionary, ordinal);
  }

  #insert(source: number, dictionary: TextDictionary, ordinal: number): void {
    let low = 0;
    let high = this.#heads.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#heads[middle] ?? 0;
      if (this.#dictionary(other).compareWith(this.#next[other] ?? 0, dictionary, ordinal) > 0)
        low = middle + 1;
      else high = middle;
    }
    this.#heads.splice(low, 0, source);
  }

  #dictionary(source: number): TextDictionary {
    const found = this.#sources[source]?.dictionary;
    if (found === undefined) throw new RangeError(`no source ${source}`);
    return found;
  }
}
