import { orInto, setBit, wordCount, type Bitmap } from '../../sets/bitmap.ts';
import { ALL_DOCS, BitmapSet, NO_DOCS, isSparse, type DocSet } from '../../sets/doc-set.ts';
import { EMPTY_LIST } from '../../sets/doc-list.ts';
import { scratchBitmap, scratchCopy } from '../../sets/scratch.ts';
import { rangeBitmap } from '../../segment/levels.ts';
import type { IndexedColumn } from '../../segment/indexed-column.ts';
import { scanBitmap, scanList } from '../../segment/scan-column.ts';
import { selectedOrdinals, selectionSize, type Selection } from './selection.ts';

/** Minimum segment size for levels; in smaller segments they are not worth their memory. */
const LEVELS_FROM_SIZE = 8192;
/** Maximum number of values to unite from cached bitmaps; for more, one scan of the column is cheaper. */
const MOST_KEPT_BITMAPS = 12;
/** Maximum number of documents to sort into a list; more become a bitmap. */
const MOST_SORTED = 512;

/** Documents with a selected value, found in the cheapest way that the column supports. */
export function documentsOf(column: IndexedColumn, selection: Selection): DocSet {
  const values = selectionSize(selection);
  if (values === 0) return NO_DOCS;
  if (values === column.valueCount) return holdersOf(column);
  if (values === 1) {
    for (const ordinal of selectedOrdinals(selection)) return documentsOfValue(column, ordinal);
  }
  if (column.docs !== undefined) {
    return { kind: 'list', docs: scanList(column, column.docs, column.marksOf(selectedOrdinals(selection))) };
  }
  if (selection.kind === 'run' && !column.isMultiple && column.size >= LEVELS_FROM_SIZE) {
    return documentsOfRun(column, selection.first, selection.end);
  }
  if (values <= MOST_KEPT_BITMAPS) return documentsOfFew(column, selectedOrdinals(selection));
  return new BitmapSet(scanBitmap(column, column.marksOf(selectedOrdinals(selection))));
}

/** Documents with any value. */
function holdersOf(column: IndexedColumn): DocSet {
  if (column.documentCount === column.size) return ALL_DOCS;
  if (column.docs !== undefined) return { kind: 'list', docs: column.docs };
  if (isSparse(column.size - column.documentCount, column.size)) {
    return { kind: 'except', docs: column.absence.get() };
  }
  return new BitmapSet(column.presence.get(), column.documentCount);
}

function documentsOfValue(column: IndexedColumn, ordinal: number): DocSet {
  const count = column.counts[ordinal] ?? 0;
  if (count === column.size) return ALL_DOCS;
  if (isSparse(column.size - count, column.size)) return { kind: 'except', docs: column.lacking(ordinal) };
  if (!isSparse(count, column.size)) return new BitmapSet(column.bitmapOf(ordinal), count);
  const { offsets, docs } = column.postings.get();
  return { kind: 'list', docs: docs.subarray(offsets[ordinal], offsets[ordinal + 1]) };
}

/** Only for columns with one value per document, where the number of documents is the difference of two offsets. */
function documentsOfRun(column: IndexedColumn, first: number, end: number): DocSet {
  const postings = column.postings.get();
  const from = postings.offsets[first] ?? 0;
  const to = postings.offsets[end] ?? 0;
  const run = { column, first, end, without: EMPTY_LIST };
  if (to - from <= MOST_SORTED) return { kind: 'list', docs: postings.docs.slice(from, to).sort() };
  if (!isSparse(to - from, column.size)) {
    return new BitmapSet(rangeBitmap(column.levels.get(), postings, first, end), to - from, run);
  }
  const words = scratchBitmap(wordCount(column.size));
  for (let i = from; i < to; i++) setBit(words, postings.docs[i] ?? 0);
  return new BitmapSet(words, to - from, run);
}

function documentsOfFew(column: IndexedColumn, ordinals: Iterable<number>): DocSet {
  let words: Bitmap | undefined;
  for (const ordinal of ordinals) {
    if (isSparse(column.counts[ordinal] ?? 0, column.size)) {
      words ??= scratchBitmap(wordCount(column.size));
      const { offsets, docs } = column.postings.get();
      const end = offsets[ordinal + 1] ?? 0;
      for (let i = offsets[ordinal] ?? 0; i < end; i++) setBit(words, docs[i] ?? 0);
    } else if (words === undefined) {
      words = scratchCopy(column.bitmapOf(ordinal));
    } else {
      orInto(words, column.bitmapOf(ordinal));
    }
  }
  return words === undefined ? NO_DOCS : new BitmapSet(words);
}
