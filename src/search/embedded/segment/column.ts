import type { NumberDictionary } from './number-dictionary.ts';
import type { Sections } from './sections.ts';
import type { TextDictionary } from './text-dictionary.ts';

/** Kinds of columns that a field can have in a segment, by their index in the column table. */
export const COLUMN_KIND = { texts: 0, numbers: 1, words: 2 } as const;

/** Number of column kinds. */
export const COLUMN_KINDS = 3;

/** Sections of a column of values, counted from its first one. */
export const COLUMN_SECTION = {
  /**
   * Four words: 1 if documents can have several values, else 0; bytes per code; value sets; documents with a value.
   */
  shape: 0,
  /**
   * Dictionary of texts: offsets here, bytes in the next section. Of numbers: doubles here, the next section is
   * empty.
   */
  dictionary: 1,
  dictionaryBytes: 2,
  /** Documents per value. */
  counts: 3,
  /** Documents with a value; empty when `codes` has an entry for every document. */
  docs: 4,
  codes: 5,
  /** Only with several values per document: start of each value set in `setOrdinals`, and its ordinals. */
  setOffsets: 6,
  setOrdinals: 7,
} as const;

/** Codes of value sets in the narrowest array that holds them. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** The arrays of a `Column`, apart from its dictionary. */
export interface ColumnArrays {
  /** Number of documents with a value. */
  readonly documentCount: number;
  readonly setCount: number;
  readonly counts: Uint32Array;
  readonly docs: Uint32Array | undefined;
  readonly codes: Codes;
  readonly setOffsets: Uint32Array | undefined;
  readonly setOrdinals: Uint32Array | undefined;
}

/**
 * The values of one field in one segment. A distinct value is an ordinal of the dictionary. A distinct set of
 * values of a document is a code from 1; code 0 is "no value". If every document has at most one value, the code of
 * a value is its ordinal + 1 and there are no set tables; otherwise the ordinals of each set ascend.
 */
export class Column<
  D extends TextDictionary | NumberDictionary = TextDictionary | NumberDictionary,
> implements ColumnArrays {
  readonly dictionary: D;
  /** Number of documents in the segment. */
  readonly size: number;
  readonly documentCount: number;
  readonly setCount: number;
  readonly counts: Uint32Array;
  readonly docs: Uint32Array | undefined;
  readonly codes: Codes;
  readonly setOffsets: Uint32Array | undefined;
  readonly setOrdinals: Uint32Array | undefined;

  constructor(dictionary: D, size: number, arrays: ColumnArrays) {
    this.dictionary = dictionary;
    this.size = size;
    this.documentCount = arrays.documentCount;
    this.setCount = arrays.setCount;
    this.counts = arrays.counts;
    this.docs = arrays.docs;
    this.codes = arrays.codes;
    this.setOffsets = arrays.setOffsets;
    this.setOrdinals = arrays.setOrdinals;
  }

  /** Number of distinct values. */
  get valueCount(): number {
    return this.dictionary.size;
  }

  /** True when some document has several values. */
  get isMultiple(): boolean {
    return this.setOffsets !== undefined;
  }

  /** Code of the value set of a document; 0 when it has no value. */
  codeOf(doc: number): number {
    if (this.docs === undefined) return this.codes[doc] ?? 0;
    const docs = this.docs;
    let low = 0;
    let high = docs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((docs[middle] ?? 0) < doc) low = middle + 1;
      else high = middle;
    }
    return docs[low] === doc ? (this.codes[low] ?? 0) : 0;
  }

  /** Ordinals of the values of a set, ascending. */
  ordinalsOf(code: number): ArrayLike<number> {
    if (code === 0) return [];
    if (this.setOffsets === undefined) return [code - 1];
    return this.setOrdinals?.subarray(this.setOffsets[code - 1], this.setOffsets[code]) ?? [];
  }

  /** Converts counts by code to counts by ordinal. */
  countsByOrdinal(countsByCode: Uint32Array): Uint32Array {
    if (this.setOffsets === undefined || this.setOrdinals === undefined) return countsByCode.subarray(1);
    const counts = new Uint32Array(this.valueCount);
    for (let code = 1; code <= this.setCount; code++) {
      const count = countsByCode[code] ?? 0;
      if (count === 0) continue;
      const start: number = this.setOffsets[code - 1] ?? 0;
      const end: number = this.setOffsets[code] ?? 0;
      for (let i = start; i < end; i++) {
        const ordinal = this.setOrdinals[i] ?? 0;
        counts[ordinal] = (counts[ordinal] ?? 0) + count;
      }
    }
    return counts;
  }
}

/** Reads the arrays of the column whose sections start at `first`. */
export function readColumnArrays(sections: Sections, first: number): ColumnArrays {
  const [multiple, width, setCount = 0, documentCount = 0] = sections.words(first + COLUMN_SECTION.shape);
  const docs = sections.words(first + COLUMN_SECTION.docs);
  const codesSection = first + COLUMN_SECTION.codes;
  return {
    documentCount,
    setCount,
    counts: sections.words(first + COLUMN_SECTION.counts),
    docs: docs.length > 0 ? docs : undefined,
    codes:
      width === 1
        ? sections.bytes(codesSection)
        : width === 2
          ? sections.halves(codesSection)
          : sections.words(codesSection),
    setOffsets: multiple === 1 ? sections.words(first + COLUMN_SECTION.setOffsets) : undefined,
    setOrdinals: multiple === 1 ? sections.words(first + COLUMN_SECTION.setOrdinals) : undefined,
  };
}
