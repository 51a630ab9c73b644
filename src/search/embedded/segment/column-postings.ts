import type { Column } from './column.ts';

/**
 * Documents by value: those of ordinal o are `docs[offsets[o]]` up to `docs[offsets[o + 1]]` (exclusive),
 * ascending.
 */
export interface ColumnPostings {
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
}

/** Inverts a column, in time proportional to its documents. */
export function invertColumn(column: Column): ColumnPostings {
  const offsets = new Uint32Array(column.valueCount + 1);
  for (let ordinal = 0; ordinal < column.valueCount; ordinal++) {
    offsets[ordinal + 1] = (offsets[ordinal] ?? 0) + (column.counts[ordinal] ?? 0);
  }
  const docs = new Uint32Array(offsets[column.valueCount] ?? 0);
  const ends = offsets.slice();
  if (column.isMultiple) placeSets(column, docs, ends);
  else placeValues(column, docs, ends);
  return { offsets, docs };
}

function placeValues(column: Column, docs: Uint32Array, ends: Uint32Array): void {
  const { codes, docs: holders } = column;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) continue;
    const at = ends[code - 1] ?? 0;
    docs[at] = holders === undefined ? i : (holders[i] ?? 0);
    ends[code - 1] = at + 1;
  }
}

function placeSets(column: Column, docs: Uint32Array, ends: Uint32Array): void {
  const { codes, docs: holders, setOffsets = new Uint32Array(1), setOrdinals = new Uint32Array(0) } = column;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) continue;
    const doc = holders === undefined ? i : (holders[i] ?? 0);
    const end = setOffsets[code] ?? 0;
    for (let j = setOffsets[code - 1] ?? 0; j < end; j++) {
      const ordinal = setOrdinals[j] ?? 0;
      const at = ends[ordinal] ?? 0;
      docs[at] = doc;
      ends[ordinal] = at + 1;
    }
  }
}
