import { emptyBitmap, setBit, type Bitmap } from '../sets/bitmap.ts';
import { SetTable } from '../build/set-table.ts';
import { isSparseColumn, newCodes, type ColumnParts } from '../build/write-column.ts';
import type { Codes, Column } from '../segment/column.ts';
import { placeCodes } from './place-codes.ts';
import { DROPPED } from './merge-source.ts';
import type { MergedDictionary } from './merge-texts.ts';

/** A source column of a merge. `docMap` maps its documents to their new numbers. */
export interface ColumnSource<C extends Column> {
  readonly column: C;
  readonly docMap: Uint32Array;
}

/** A source after counting its kept documents. */
interface CountedSource<C extends Column> extends ColumnSource<C> {
  /** Number of kept documents, by code. */
  readonly counts: Uint32Array;
  /** Ordinals of the values of kept documents. */
  readonly kept: Bitmap;
}

/** Codes of the value sets of a merged column. */
interface Coding extends Pick<ColumnParts, 'setCount' | 'setOffsets' | 'setOrdinals'> {
  /** New code by old code, for each source. */
  readonly codeMaps: readonly Uint32Array[];
}

/**
 * Merges the columns of one field and kind, for a segment of `size` documents; undefined when none of their documents
 * is kept. Drops values without a kept document.
 */
export function mergeColumns<C extends Column>(
  sources: readonly ColumnSource<C>[],
  size: number,
  mergeDictionaries: (
    sources: { dictionary: C['dictionary']; kept: Bitmap }[],
  ) => MergedDictionary<ColumnParts['dictionary']>,
): ColumnParts | undefined {
  const counted = sources.map(countSource);
  const documentCount = counted.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  if (documentCount === 0) return undefined;
  const merged = mergeDictionaries(
    counted.map(({ column, kept }) => ({ dictionary: column.dictionary, kept })),
  );
  const coding = codeSets(counted, merged);
  const counts = new Uint32Array(merged.size);
  counted.forEach((source, i) => addCounts(counts, source, merged.maps[i] ?? new Uint32Array(0)));
  const placed = counted.map(({ column, docMap }, i) => ({
    column,
    docMap,
    codeMap: coding.codeMaps[i] ?? new Uint32Array(0),
  }));
  const isSparse = isSparseColumn(documentCount, size);
  const codes: Codes = newCodes(isSparse ? documentCount : size, coding.setCount);
  const docs = isSparse ? new Uint32Array(documentCount) : undefined;
  placeCodes(placed, codes, docs);
  const { setCount, setOffsets, setOrdinals } = coding;
  return { dictionary: merged.arrays, documentCount, counts, docs, codes, setCount, setOffsets, setOrdinals };
}

function countSource<C extends Column>({ column, docMap }: ColumnSource<C>): CountedSource<C> {
  const counts = new Uint32Array(column.setCount + 1);
  for (let i = 0; i < column.codes.length; i++) {
    const doc = column.docs === undefined ? i : (column.docs[i] ?? 0);
    if (docMap[doc] === DROPPED) continue;
    const code = column.codes[i] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  const kept = emptyBitmap(column.valueCount);
  for (let code = 1; code < counts.length; code++) {
    if (counts[code] === 0) continue;
    const ordinals = column.ordinalsOf(code);
    for (let i = 0; i < ordinals.length; i++) setBit(kept, ordinals[i] ?? 0);
  }
  return { column, docMap, counts, kept };
}

/** Number of documents with a value: all codes but 0. */
function totalOf(counts: Uint32Array): number {
  let total = 0;
  for (let code = 1; code < counts.length; code++) total += counts[code] ?? 0;
  return total;
}

/** If every set has one value, its code is the new ordinal + 1; otherwise sets are interned in a table. */
function codeSets(sources: readonly CountedSource<Column>[], merged: MergedDictionary<unknown>): Coding {
  const isMultiple = sources.some(hasSetOfSeveral);
  const table = isMultiple ? new SetTable() : undefined;
  const codeMaps = sources.map((source, i) => mapCodes(source, merged.maps[i] ?? new Uint32Array(0), table));
  return {
    codeMaps,
    setCount: table?.count ?? merged.size,
    setOffsets: table?.offsets(),
    setOrdinals: table?.ordinals(),
  };
}

function hasSetOfSeveral({ column, counts }: CountedSource<Column>): boolean {
  if (!column.isMultiple) return false;
  return counts.some((count, code) => code > 0 && count > 0 && column.ordinalsOf(code).length > 1);
}

function mapCodes(
  { column, counts }: CountedSource<Column>,
  map: Uint32Array,
  table: SetTable | undefined,
): Uint32Array {
  const codes = new Uint32Array(counts.length);
  for (let code = 1; code < counts.length; code++) {
    if (counts[code] === 0) continue;
    const ordinals = column.ordinalsOf(code);
    if (table === undefined) codes[code] = (map[ordinals[0] ?? 0] ?? 0) + 1;
    else codes[code] = table.intern(Uint32Array.from(ordinals, (ordinal) => map[ordinal] ?? 0));
  }
  return codes;
}

function addCounts(counts: Uint32Array, source: CountedSource<Column>, map: Uint32Array): void {
  source.column.countsByOrdinal(source.counts).forEach((count, ordinal) => {
    const merged = map[ordinal] ?? DROPPED;
    if (merged !== DROPPED) counts[merged] = (counts[merged] ?? 0) + count;
  });
}
