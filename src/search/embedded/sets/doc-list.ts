import { hasBit, type Bitmap } from './bitmap.ts';

/** Distinct document numbers, ascending. */
export type DocList = Uint32Array;

/** The empty list. */
export const EMPTY_LIST: DocList = new Uint32Array(0);

/** Position of the first element of at least `doc`, at or after position `from`. */
export function lowerBound(docs: ArrayLike<number>, doc: number, from = 0): number {
  let low = from;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Position of the first element of at least `doc`, from `from` to `end`. Gallops: cheap when the target is near
 * `from`.
 */
export function advanceTo(docs: ArrayLike<number>, doc: number, from: number, end: number): number {
  let low = from;
  let step = 1;
  let high = from;
  while (high < end && (docs[high] ?? 0) < doc) {
    low = high + 1;
    high += step;
    step <<= 1;
  }
  if (high > end) high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True when the list contains the document. */
export function listHas(docs: DocList, doc: number): boolean {
  const at = lowerBound(docs, doc);
  return at < docs.length && docs[at] === doc;
}

/** Intersection of two lists; iterates over the shorter one. */
export function intersectLists(a: DocList, b: DocList): DocList {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const common = new Uint32Array(short.length);
  let end = 0;
  let at = 0;
  for (let i = 0; i < short.length && at < long.length; i++) {
    const doc = short[i] ?? 0;
    at = advanceTo(long, doc, at, long.length);
    if (at < long.length && long[at] === doc) common[end++] = doc;
  }
  return common.subarray(0, end);
}

/** Difference of two lists. */
export function subtractLists(a: DocList, b: DocList): DocList {
  if (b.length === 0) return a;
  const rest = new Uint32Array(a.length);
  let end = 0;
  let at = 0;
  for (let i = 0; i < a.length; i++) {
    const doc = a[i] ?? 0;
    at = advanceTo(b, doc, at, b.length);
    if (at >= b.length || b[at] !== doc) rest[end++] = doc;
  }
  return rest.subarray(0, end);
}

/** Union of two lists. */
export function uniteLists(a: DocList, b: DocList): DocList {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const all = new Uint32Array(a.length + b.length);
  let end = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    all[end++] = left < right ? left : right;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  const rest = i < a.length ? a.subarray(i) : b.subarray(j);
  all.set(rest, end);
  return all.subarray(0, end + rest.length);
}

/** Documents of the list that are in the bitmap (`wanted` true) or not (`wanted` false). */
export function filterList(docs: DocList, words: Bitmap, wanted: boolean): DocList {
  const kept = new Uint32Array(docs.length);
  let end = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] ?? 0;
    if (hasBit(words, doc) === wanted) kept[end++] = doc;
  }
  return kept.subarray(0, end);
}
