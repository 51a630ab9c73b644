/**
 * A set of document numbers as bits, 32 per word. Bits beyond the number of documents are always zero, so that counting
 * and combining work without that number.
 */
export type Bitmap = Uint32Array;

/** Number of words of a bitmap over `size` documents. */
export function wordCount(size: number): number {
  return (size + 31) >>> 5;
}

/** A bitmap without documents. */
export function emptyBitmap(size: number): Bitmap {
  return new Uint32Array(wordCount(size));
}

/** A bitmap with all documents below `size`. */
export function fullBitmap(size: number): Bitmap {
  const words = new Uint32Array(wordCount(size)).fill(0xffffffff);
  clearTail(words, size);
  return words;
}

/** True when the document is in the set. */
export function hasBit(words: Bitmap, doc: number): boolean {
  return (((words[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1;
}

/** Adds a document to the set. */
export function setBit(words: Bitmap, doc: number): void {
  words[doc >>> 5] = (words[doc >>> 5] ?? 0) | (1 << (doc & 31));
}

/** Removes a document from the set. */
export function clearBit(words: Bitmap, doc: number): void {
  words[doc >>> 5] = (words[doc >>> 5] ?? 0) & ~(1 << (doc & 31));
}

/** Adds the documents from `first` to `end` (exclusive) to the set. */
export function setRun(words: Bitmap, first: number, end: number): void {
  if (first >= end) return;
  const firstWord = first >>> 5;
  const lastWord = (end - 1) >>> 5;
  const head = 0xffffffff << (first & 31);
  const tail = 0xffffffff >>> (31 - ((end - 1) & 31));
  if (firstWord === lastWord) {
    words[firstWord] = (words[firstWord] ?? 0) | (head & tail);
    return;
  }
  words[firstWord] = (words[firstWord] ?? 0) | head;
  words.fill(0xffffffff, firstWord + 1, lastWord);
  words[lastWord] = (words[lastWord] ?? 0) | tail;
}

/** Number of one bits of a 32-bit word. */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Number of documents in the set. Adds up eight words at a time with a carry-save adder before counting bits, which
 * takes half the time of counting each word.
 */
export function countBits(words: Bitmap): number {
  let eights = 0;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  const length = words.length;
  let i = 0;
  for (; i + 7 < length; i += 8) {
    let x = words[i] ?? 0;
    let y = words[i + 1] ?? 0;
    let half = ones ^ x;
    let twosA = (ones & x) | (half & y);
    ones = half ^ y;
    x = words[i + 2] ?? 0;
    y = words[i + 3] ?? 0;
    half = ones ^ x;
    let twosB = (ones & x) | (half & y);
    ones = half ^ y;
    half = twos ^ twosA;
    const foursA = (twos & twosA) | (half & twosB);
    twos = half ^ twosB;
    x = words[i + 4] ?? 0;
    y = words[i + 5] ?? 0;
    half = ones ^ x;
    twosA = (ones & x) | (half & y);
    ones = half ^ y;
    x = words[i + 6] ?? 0;
    y = words[i + 7] ?? 0;
    half = ones ^ x;
    twosB = (ones & x) | (half & y);
    ones = half ^ y;
    half = twos ^ twosA;
    const foursB = (twos & twosA) | (half & twosB);
    twos = half ^ twosB;
    half = fours ^ foursA;
    eights += popcount((fours & foursA) | (half & foursB));
    fours = half ^ foursB;
  }
  let count = 8 * eights + 4 * popcount(fours) + 2 * popcount(twos) + popcount(ones);
  for (; i < length; i++) count += popcount(words[i] ?? 0);
  return count;
}

/** Intersects `target` with `other`, in place. */
export function andInto(target: Bitmap, other: Bitmap): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & (other[i] ?? 0);
}

/** Unites `target` with `other`, in place. */
export function orInto(target: Bitmap, other: Bitmap): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) | (other[i] ?? 0);
}

/** Subtracts `other` from `target`, in place. */
export function andNotInto(target: Bitmap, other: Bitmap): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & ~(other[i] ?? 0);
}

/** Complement of the set among the documents below `size`, written to `inverse` (default: a new bitmap). */
export function invertBitmap(
  words: Bitmap,
  size: number,
  inverse: Bitmap = new Uint32Array(words.length),
): Bitmap {
  for (let i = 0; i < words.length; i++) inverse[i] = ~(words[i] ?? 0);
  clearTail(inverse, size);
  return inverse;
}

/** First document of the set at or after `from`; -1 when there is none. */
export function nextBit(words: Bitmap, from: number): number {
  let index = from >>> 5;
  if (index >= words.length) return -1;
  let word = (words[index] ?? 0) & (0xffffffff << (from & 31));
  while (word === 0) {
    if (++index >= words.length) return -1;
    word = words[index] ?? 0;
  }
  return (index << 5) + (31 - Math.clz32(word & -word));
}

/** The documents of the set in ascending order; `count` must be their number. */
export function bitsToList(words: Bitmap, count: number): Uint32Array {
  const docs = new Uint32Array(count);
  let end = 0;
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i] ?? 0; word !== 0; word &= word - 1) {
      docs[end++] = (i << 5) + (31 - Math.clz32(word & -word));
    }
  }
  return docs;
}

function clearTail(words: Bitmap, size: number): void {
  const rest = size & 31;
  const last = words.length - 1;
  if (rest !== 0) words[last] = (words[last] ?? 0) & (0xffffffff >>> (32 - rest));
}
