import type { Bitmap } from './bitmap.ts';

/** Maximum bytes of pooled bitmaps. */
const MOST_WAITING_BYTES = 16 * 2 ** 20;

/**
 * Pool of scratch bitmaps, by length in words. A scratch bitmap is valid until its query ends. A query over a million
 * documents fills some hundred kilobytes; with fresh memory that costs more than the work itself.
 */
const waiting = new Map<number, Bitmap[]>();
let waitingBytes = 0;
let lent: Bitmap[] | undefined;

/**
 * Runs a query and returns its scratch bitmaps to the pool afterwards. The query must be synchronous, and its
 * result must not refer to a scratch bitmap.
 */
export function withScratch<T>(answer: () => T): T {
  if (lent !== undefined) return answer();
  lent = [];
  try {
    return answer();
  } finally {
    for (const words of lent) takeBack(words);
    lent = undefined;
  }
}

/** An empty scratch bitmap of `words` words, valid until the query ends. */
export function scratchBitmap(words: number): Bitmap {
  return borrow(words)?.fill(0) ?? lend(new Uint32Array(words));
}

/** A copy of a bitmap, valid until the query ends. */
export function scratchCopy(words: Bitmap): Bitmap {
  const copy = borrow(words.length);
  if (copy === undefined) return lend(words.slice());
  copy.set(words);
  return copy;
}

function borrow(words: number): Bitmap | undefined {
  const known = lent === undefined ? undefined : waiting.get(words)?.pop();
  if (known === undefined) return undefined;
  waitingBytes -= known.byteLength;
  return lend(known);
}

function lend(words: Bitmap): Bitmap {
  lent?.push(words);
  return words;
}

function takeBack(words: Bitmap): void {
  if (waitingBytes + words.byteLength > MOST_WAITING_BYTES) {
    // Cleared completely, or lengths of segments that no longer exist would fill the pool for good.
    waiting.clear();
    waitingBytes = 0;
  }
  const list = waiting.get(words.length) ?? [];
  list.push(words);
  waiting.set(words.length, list);
  waitingBytes += words.byteLength;
}
