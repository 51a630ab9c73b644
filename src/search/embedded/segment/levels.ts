import { andNotInto, clearBit, emptyBitmap, setBit, type Bitmap } from '../sets/bitmap.ts';
import { scratchCopy } from '../sets/scratch.ts';
import type { ColumnPostings } from './column-postings.ts';

const LEVELS = 64;

/**
 * Bitmaps of the documents with values below certain ordinals, chosen so that about the same number of documents
 * lies between two of them. A range is the difference of two bitmaps, corrected by less than one level of
 * documents, so its cost does not depend on its width. Only for columns with one value per document.
 */
export interface Levels {
  /** Ascending; the first is 0 and the last is the number of values. */
  readonly ordinals: readonly number[];
  readonly bitmaps: readonly Bitmap[];
}

/** Computes the levels of a column over `size` documents. */
export function computeLevels({ offsets, docs }: ColumnPostings, size: number): Levels {
  const values = offsets.length - 1;
  const step = Math.ceil(docs.length / LEVELS);
  const ordinals = [0];
  const bitmaps = [emptyBitmap(size)];
  for (let ordinal = 1, next = step; ordinal <= values; ordinal++) {
    const below = offsets[ordinal] ?? 0;
    if (below < next && ordinal < values) continue;
    const words = (bitmaps.at(-1) ?? emptyBitmap(size)).slice();
    for (let i = offsets[ordinals.at(-1) ?? 0] ?? 0; i < below; i++) setBit(words, docs[i] ?? 0);
    ordinals.push(ordinal);
    bitmaps.push(words);
    next = below + step;
  }
  return { ordinals, bitmaps };
}

/** Documents with an ordinal from `first` to `end` (exclusive), as a scratch bitmap. */
export function rangeBitmap(
  levels: Levels,
  { offsets, docs }: ColumnPostings,
  first: number,
  end: number,
): Bitmap {
  const upper = nearestLevel(levels, offsets, end);
  const lower = nearestLevel(levels, offsets, first);
  const words = scratchCopy(upper.bitmap);
  const change = (apply: typeof setBit, from: number, to: number) => {
    for (let i = offsets[from] ?? 0, last = offsets[to] ?? 0; i < last; i++) apply(words, docs[i] ?? 0);
  };
  if (upper.ordinal < end) change(setBit, upper.ordinal, end);
  else change(clearBit, end, upper.ordinal);
  if (lower.ordinal > 0) andNotInto(words, lower.bitmap);
  if (lower.ordinal < first) change(clearBit, lower.ordinal, first);
  else change(setBit, first, Math.min(lower.ordinal, end));
  return words;
}

/** The level with the fewest documents between it and the ordinal. */
function nearestLevel(
  levels: Levels,
  offsets: Uint32Array,
  ordinal: number,
): { ordinal: number; bitmap: Bitmap } {
  const distanceTo = (level: number) =>
    Math.abs((offsets[levels.ordinals[level] ?? 0] ?? 0) - (offsets[ordinal] ?? 0));
  let best = 0;
  for (let level = 1; level < levels.ordinals.length; level++)
    if (distanceTo(level) < distanceTo(best)) best = level;
  return { ordinal: levels.ordinals[best] ?? 0, bitmap: levels.bitmaps[best] ?? new Uint32Array(0) };
}
