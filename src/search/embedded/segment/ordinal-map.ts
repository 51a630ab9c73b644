import type { NumberDictionary } from './number-dictionary.ts';
import { TextDictionary } from './text-dictionary.ts';

type Dictionary = TextDictionary | NumberDictionary;

/** Maps are cached while both dictionaries are alive, because segments change rarely. */
const known = new WeakMap<Dictionary, WeakMap<Dictionary, Int32Array>>();

/** For each value of one dictionary, its ordinal in another of the same type; -1 when missing. */
export function ordinalsIn(own: Dictionary, other: Dictionary): Int32Array {
  const maps = known.get(own) ?? new WeakMap<Dictionary, Int32Array>();
  known.set(own, maps);
  const map = maps.get(other) ?? mapOrdinals(own, other);
  maps.set(other, map);
  return map;
}

function mapOrdinals(own: Dictionary, other: Dictionary): Int32Array {
  const map = new Int32Array(own.size).fill(-1);
  let from = 0;
  for (let ordinal = 0; ordinal < own.size; ordinal++) {
    const compareTo = comparison(own, ordinal, other);
    from = gallop(other.size, from, (at) => compareTo(at) > 0);
    if (from < other.size && compareTo(from) === 0) map[ordinal] = from;
  }
  return map;
}

/** Comparison of one value with those of the other dictionary; positive when it is greater. */
function comparison(own: Dictionary, ordinal: number, other: Dictionary): (at: number) => number {
  if (own instanceof TextDictionary) {
    return other instanceof TextDictionary ? (at) => own.compareWith(ordinal, other, at) : () => 1;
  }
  const value = own.get(ordinal);
  return other instanceof TextDictionary ? () => -1 : (at) => value - other.get(at);
}

/** First position at or after `from` that is not before the value. */
function gallop(size: number, from: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = from;
  for (let step = 1; high < size && isBefore(high); step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, size);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
