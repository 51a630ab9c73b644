import { bitsToList, emptyBitmap, invertBitmap, setBit, type Bitmap } from '../sets/bitmap.ts';
import type { DocList } from '../sets/doc-list.ts';
import { Column, type ColumnArrays } from './column.ts';
import { invertColumn, type ColumnPostings } from './column-postings.ts';
import { Derived, type DerivedCache } from './derived.ts';
import { computeLevels, type Levels } from './levels.ts';
import type { NumberDictionary } from './number-dictionary.ts';
import { scanBitmap } from './scan-column.ts';
import type { TextDictionary } from './text-dictionary.ts';

/** A column with the derived forms that filters need, which are computed on demand and cached. */
export class IndexedColumn<
  D extends TextDictionary | NumberDictionary = TextDictionary | NumberDictionary,
> extends Column<D> {
  readonly postings: Derived<ColumnPostings>;
  /** Only for columns with one value per document. */
  readonly levels: Derived<Levels>;
  /** Documents with any value. Use it when there are many, but not nearly all. */
  readonly presence: Derived<Bitmap>;
  /** Documents without any value. Use it when there are few. */
  readonly absence: Derived<DocList>;
  readonly #cache: DerivedCache;
  readonly #byOrdinal = new Map<number, Derived<Bitmap>>();
  readonly #byCode = new Map<number, Derived<Bitmap>>();
  readonly #lacking = new Map<number, Derived<DocList>>();

  constructor(dictionary: D, size: number, arrays: ColumnArrays, cache: DerivedCache) {
    super(dictionary, size, arrays);
    this.#cache = cache;
    this.postings = new Derived(
      cache,
      () => invertColumn(this),
      ({ offsets, docs }) => offsets.byteLength + docs.byteLength,
    );
    this.levels = new Derived(
      cache,
      () => computeLevels(this.postings.get(), size),
      ({ bitmaps }) => bitmaps.reduce((bytes, bitmap) => bytes + bitmap.byteLength, 0),
    );
    this.presence = new Derived(
      cache,
      () => this.#scanAny(),
      (words) => words.byteLength,
    );
    this.absence = new Derived(
      cache,
      () => this.#missingFrom(this.#scanAny(), this.documentCount),
      (docs) => docs.byteLength,
    );
  }

  /** Documents with the value of this ordinal. Cached, so use it for frequent values only. */
  bitmapOf(ordinal: number): Bitmap {
    // With one value per document, this equals the bitmap of its code.
    if (!this.isMultiple) return this.bitmapOfCode(ordinal + 1);
    return this.#keep(this.#byOrdinal, ordinal, () => this.#computeBitmap(ordinal));
  }

  /** Documents without the value of this ordinal, ascending. Cached, so use it when there are few. */
  lacking(ordinal: number): DocList {
    return this.#keep(this.#lacking, ordinal, () =>
      this.#missingFrom(this.#computeBitmap(ordinal), this.counts[ordinal] ?? 0),
    );
  }

  /** Documents with exactly this set of values. Cached. */
  bitmapOfCode(code: number): Bitmap {
    return this.#keep(this.#byCode, code, () => {
      if (!this.isMultiple) return this.#computeBitmap(code - 1);
      const marks = new Uint8Array(this.setCount + 1);
      marks[code] = 1;
      return scanBitmap(this, marks);
    });
  }

  #keep(kept: Map<number, Derived<Uint32Array>>, key: number, compute: () => Uint32Array): Uint32Array {
    const known = kept.get(key);
    if (known !== undefined) return known.get();
    const made = new Derived(this.#cache, compute, (array) => array.byteLength);
    kept.set(key, made);
    return made.get();
  }

  #scanAny(): Bitmap {
    return scanBitmap(this, new Uint8Array(this.setCount + 1).fill(1, 1));
  }

  #missingFrom(words: Bitmap, count: number): DocList {
    return bitsToList(invertBitmap(words, this.size), this.size - count);
  }

  #computeBitmap(ordinal: number): Bitmap {
    if (!this.postings.isReady) return scanBitmap(this, this.marksOf([ordinal]));
    const { offsets, docs } = this.postings.get();
    const words = emptyBitmap(this.size);
    const end = offsets[ordinal + 1] ?? 0;
    for (let i = offsets[ordinal] ?? 0; i < end; i++) setBit(words, docs[i] ?? 0);
    return words;
  }

  /** For each code, 1 if its value set contains one of the ordinals, else 0. */
  marksOf(ordinals: Iterable<number>): Uint8Array {
    const wanted = new Uint8Array(this.valueCount + 1);
    for (const ordinal of ordinals) wanted[ordinal + 1] = 1;
    if (this.setOffsets === undefined || this.setOrdinals === undefined) return wanted;
    const marks = new Uint8Array(this.setCount + 1);
    for (let code = 1; code <= this.setCount; code++) {
      const end = this.setOffsets[code] ?? 0;
      for (let i = this.setOffsets[code - 1] ?? 0; i < end; i++) {
        if (wanted[(this.setOrdinals[i] ?? 0) + 1] === 1) marks[code] = 1;
      }
    }
    return marks;
  }
}
