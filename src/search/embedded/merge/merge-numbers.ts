import { hasBit, type Bitmap } from '../sets/bitmap.ts';
import type { NumberDictionary } from '../segment/number-dictionary.ts';
import { DROPPED } from './merge-source.ts';
import type { MergedDictionary } from './merge-texts.ts';

/** A source dictionary of a merge. */
export interface NumberSource {
  readonly dictionary: NumberDictionary;
  /** Ordinals of the numbers to keep; undefined: all. */
  readonly kept: Bitmap | undefined;
}

/** Merges dictionaries of numbers. */
export function mergeNumbers(sources: readonly NumberSource[]): MergedDictionary<Float64Array> {
  const arrays = distinct(concatenate(sources.map(keptNumbers)).sort());
  const maps = sources.map(({ dictionary, kept }) => {
    let merged = 0;
    return Uint32Array.from(dictionary.sorted, (value, ordinal) => {
      if (kept !== undefined && !hasBit(kept, ordinal)) return DROPPED;
      while ((arrays[merged] ?? Infinity) < value) merged++;
      return merged;
    });
  });
  return { arrays, size: arrays.length, maps };
}

function keptNumbers({ dictionary, kept }: NumberSource): Float64Array {
  return kept === undefined
    ? dictionary.sorted
    : dictionary.sorted.filter((_, ordinal) => hasBit(kept, ordinal));
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

function distinct(sorted: Float64Array): Float64Array {
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
}
