import { countCommonBits, hasBit, invertBitmap } from '../sets/bitmap.ts';
import type { Bitmap } from '../sets/bitmap.ts';
import { advanceTo } from '../sets/doc-list.ts';
import { bitsSet, isEverything } from '../sets/doc-set.ts';
import type { DocSet, PresentDocs } from '../sets/doc-set.ts';
import type { Column } from '../segment/column.ts';
import type { IndexedColumn } from '../segment/indexed-column.ts';

/** Documents whose code is looked up in the time in which one word of two bitmaps is combined and counted. */
const LOOKUPS_PER_WORD = 1;

/**
 * Number of documents of the set that have each value, by ordinal. Counts the set or what is missing from it,
 * whichever is smaller, from the codes of its documents or from the bitmaps of the values, whichever is cheaper.
 */
export function countValues(column: IndexedColumn, docs: DocSet): Uint32Array {
  if (isEverything(docs)) return column.counts;
  if (docs.kind === 'except')
    return difference(column.counts, countPresent(column, { kind: 'list', docs: docs.docs }));
  if (docs.kind === 'bits' && docs.count * 2 > column.size) {
    const missing = bitsSet(invertBitmap(docs.words, column.size), column.size - docs.count);
    return difference(column.counts, countPresent(column, missing));
  }
  return countPresent(column, docs);
}

function difference(all: Uint32Array, some: Uint32Array): Uint32Array {
  return all.map((count, ordinal) => count - (some[ordinal] ?? 0));
}

function countPresent(column: IndexedColumn, docs: PresentDocs): Uint32Array {
  if (column.docs !== undefined) return countSparse(column, column.docs, docs);
  if (docs.kind === 'list') return column.countsByOrdinal(countList(column, docs.docs));
  if (column.valueCount * docs.words.length < docs.count * LOOKUPS_PER_WORD)
    return countByBitmaps(column, docs.words);
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

function countBitmap({ codes, setCount }: Column, words: Bitmap): Uint32Array {
  const counts = new Uint32Array(setCount + 1);
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i] ?? 0; word !== 0; word &= word - 1) {
      const code = codes[(i << 5) + (31 - Math.clz32(word & -word))] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  return counts;
}

function countByBitmaps(column: IndexedColumn, words: Bitmap): Uint32Array {
  const counts = new Uint32Array(column.valueCount);
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    counts[ordinal] = countCommonBits(column.bitmapOf(ordinal), words);
  }
  return counts;
}

/** For a column that is a list of documents itself. */
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
