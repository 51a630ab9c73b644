import { countCodes, countCommon } from '../../kernel/count.ts';
import { hasBit, type Bitmap } from '../../sets/bitmap.ts';
import { advanceTo } from '../../sets/doc-list.ts';
import {
  isEverything,
  type BitmapSet,
  type ColumnRun,
  type DocSet,
  type PresentDocs,
} from '../../sets/doc-set.ts';
import type { Column } from '../../segment/column.ts';
import type { IndexedColumn } from '../../segment/indexed-column.ts';

/**
 * Relative cost: looking up the code of one document takes as long as combining and counting this many bitmap
 * words.
 */
const WORDS_PER_LOOKUP = 2;

/**
 * Number of documents of the set with each value, by ordinal. Counts the set or its complement, whichever is
 * smaller, by codes or by bitmaps, whichever is cheaper.
 */
export function countValues(column: IndexedColumn, docs: DocSet): Uint32Array {
  if (isEverything(docs)) return column.counts;
  if (docs.kind === 'except') {
    return difference(column.counts, countPresent(column, { kind: 'list', docs: docs.docs }));
  }
  if (docs.kind === 'list') return countPresent(column, docs);
  if (docs.run?.column === column) return countRun(column, docs.run);
  if (docs.count * 2 > column.size) {
    return difference(column.counts, countPresent(column, docs.invert(column.size)));
  }
  return countPresent(column, docs);
}

function difference(all: Uint32Array, some: Uint32Array): Uint32Array {
  return all.map((count, ordinal) => count - (some[ordinal] ?? 0));
}

/** The set was selected by a run of values of this column, so only the documents removed since need to be counted. */
function countRun(column: IndexedColumn, { first, end, without }: ColumnRun): Uint32Array {
  const counts = new Uint32Array(column.counts.length);
  counts.set(column.counts.subarray(first, end), first);
  return without.length === 0
    ? counts
    : difference(counts, countPresent(column, { kind: 'list', docs: without }));
}

function countPresent(column: IndexedColumn, docs: PresentDocs): Uint32Array {
  if (column.docs !== undefined) return countSparse(column, column.docs, docs);
  if (docs.kind === 'list') return column.countsByOrdinal(countList(column, docs.docs));
  if (column.setCount * docs.words.length < docs.count * WORDS_PER_LOOKUP) {
    return column.countsByOrdinal(countByBitmaps(column, docs));
  }
  return column.countsByOrdinal(countBitmap(column, docs.words));
}

function countList({ codes, setCount }: Column, docs: Uint32Array): Uint32Array {
  const counts = new Uint32Array(setCount + 1);
  for (let i = 0; i < docs.length; i++) {
    const code = codes[docs[i] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Counts wide codes here: their counts would not fit into the processor's cache, so the kernel would not be faster. */
function countBitmap({ codes, setCount }: Column, words: Bitmap): Uint32Array {
  if (!(codes instanceof Uint32Array)) return countCodes(codes, words, setCount);
  const counts = new Uint32Array(setCount + 1);
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i] ?? 0; word !== 0; word &= word - 1) {
      const code = codes[(i << 5) + (31 - Math.clz32(word & -word))] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  return counts;
}

/** If every document has a value, the count of the last code is the remainder. */
function countByBitmaps(column: IndexedColumn, docs: BitmapSet): Uint32Array {
  const counts = new Uint32Array(column.setCount + 1);
  const isComplete = column.documentCount === column.size;
  const compared = isComplete ? column.setCount - 1 : column.setCount;
  const bitmaps = Array.from({ length: compared }, (_, i) => column.bitmapOfCode(i + 1));
  const common = countCommon(bitmaps, docs.words);
  counts.set(common, 1);
  if (isComplete) counts[column.setCount] = common.reduce((rest, count) => rest - count, docs.count);
  return counts;
}

/** Counts a column that is stored as a list of documents. */
function countSparse(column: Column, holders: Uint32Array, docs: PresentDocs): Uint32Array {
  const counts = new Uint32Array(column.setCount + 1);
  let at = 0;
  for (let i = 0; i < holders.length; i++) {
    const doc = holders[i] ?? 0;
    if (docs.kind === 'list') {
      at = advanceTo(docs.docs, doc, at, docs.docs.length);
      if (docs.docs[at] !== doc) continue;
    } else if (!hasBit(docs.words, doc)) {
      continue;
    }
    const code = column.codes[i] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return column.countsByOrdinal(counts);
}
