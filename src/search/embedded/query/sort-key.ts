import type { SortValue } from '../../cursor.ts';
import type { SortKey } from '../../search-index.ts';
import type { Column } from '../segment/column.ts';
import type { NumberColumn, Segment, TextColumn } from '../segment/segment.ts';
import { URN_FIELD } from '../../mapping.ts';

/** Rank of documents without a value: last in either direction. */
export const MISSING_RANK = 2 ** 40;

/** One key of a sort order within a segment: documents compare by integer ranks instead of values. */
export interface SegmentSortKey {
  /** Rank of a document; lower ranks come first on the page. */
  rankOf(doc: number): number;
  /** Rank of a value; between two ranks (n.5) if no document of the segment has it. */
  rankOfValue(value: SortValue): number;
  valueOf(doc: number): SortValue;
  /**
   * Documents with a value, by rank, starting at rank `from`. A document with several values also appears under later
   * ranks.
   */
  walk(from: number): Iterable<RankedDocs>;
}

/** Documents of one rank. */
export interface RankedDocs {
  readonly rank: number;
  readonly docs: Iterable<number>;
}

/**
 * Compares two values of a key in page order: numbers before texts, reversed when descending; null last in either
 * case.
 */
export function compareSortValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const ascending = typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === 'number' ? -1 : 1;
  return descending ? -ascending : ascending;
}

/** Creates a sort key for a segment. */
export function segmentSortKey(segment: Segment, { field, descending }: SortKey): SegmentSortKey {
  return field === URN_FIELD
    ? new UrnSortKey(segment, descending)
    : new ColumnSortKey(segment, field, descending);
}

/** Sorts by the values of a field, numbers before texts. */
class ColumnSortKey implements SegmentSortKey {
  readonly #numbers: NumberColumn | undefined;
  readonly #texts: TextColumn | undefined;
  readonly #descending: boolean;
  readonly #numberCount: number;
  readonly #largest: number;

  constructor(segment: Segment, field: string, descending: boolean) {
    this.#numbers = segment.numbers(field);
    this.#texts = segment.texts(field);
    this.#descending = descending;
    this.#numberCount = this.#numbers?.valueCount ?? 0;
    this.#largest = this.#numberCount + (this.#texts?.valueCount ?? 0) - 1;
  }

  rankOf(doc: number): number {
    const number = this.#ordinalOf(this.#numbers, doc);
    if (number >= 0) return this.#directed(number);
    const text = this.#ordinalOf(this.#texts, doc);
    return text >= 0 ? this.#directed(this.#numberCount + text) : MISSING_RANK;
  }

  rankOfValue(value: SortValue): number {
    if (value === null) return MISSING_RANK;
    if (typeof value === 'number') {
      const at = this.#numbers?.dictionary.lowerBound(value) ?? 0;
      return this.#directed(this.#numbers?.dictionary.find(value) === at ? at : at - 0.5);
    }
    const at = this.#texts?.dictionary.lowerBound(value) ?? 0;
    const isThere = this.#texts?.dictionary.find(value) === at;
    return this.#directed(this.#numberCount + (isThere ? at : at - 0.5));
  }

  valueOf(doc: number): SortValue {
    const number = this.#ordinalOf(this.#numbers, doc);
    if (number >= 0) return this.#numbers?.dictionary.get(number) ?? null;
    const text = this.#ordinalOf(this.#texts, doc);
    return text >= 0 ? (this.#texts?.dictionary.get(text) ?? null) : null;
  }

  *walk(from: number): Generator<RankedDocs> {
    for (let rank = Math.max(0, Math.ceil(from)); rank <= this.#largest; rank++) {
      const ordinal = this.#directed(rank);
      const isNumber = ordinal < this.#numberCount;
      const column = isNumber ? this.#numbers : this.#texts;
      if (column === undefined) return;
      const { offsets, docs } = column.postings.get();
      const at = isNumber ? ordinal : ordinal - this.#numberCount;
      yield { rank, docs: docs.subarray(offsets[at], offsets[at + 1]) };
    }
  }

  #ordinalOf(column: Column | undefined, doc: number): number {
    const code = column?.codeOf(doc) ?? 0;
    if (column === undefined || code === 0) return -1;
    if (column.setOffsets === undefined || column.setOrdinals === undefined) return code - 1;
    const at = this.#descending ? (column.setOffsets[code] ?? 0) - 1 : (column.setOffsets[code - 1] ?? 0);
    return column.setOrdinals[at] ?? -1;
  }

  #directed(rank: number): number {
    return this.#descending ? this.#largest - rank : rank;
  }
}

/** Sorts by urn, which is the order of the documents. */
class UrnSortKey implements SegmentSortKey {
  readonly #segment: Segment;
  readonly #descending: boolean;

  constructor(segment: Segment, descending: boolean) {
    this.#segment = segment;
    this.#descending = descending;
  }

  rankOf(doc: number): number {
    return this.#descending ? this.#segment.size - 1 - doc : doc;
  }

  rankOfValue(value: SortValue): number {
    if (typeof value !== 'string') return MISSING_RANK;
    const at = this.#segment.urns.lowerBound(value);
    return this.rankOf(this.#segment.urns.find(value) === at ? at : at - 0.5);
  }

  valueOf(doc: number): SortValue {
    return this.#segment.urns.get(doc);
  }

  *walk(from: number): Generator<RankedDocs> {
    for (let rank = Math.max(0, Math.ceil(from)); rank < this.#segment.size; rank++) {
      yield { rank, docs: [this.rankOf(rank)] };
    }
  }
}
