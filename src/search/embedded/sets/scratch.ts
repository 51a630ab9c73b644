import type { Bitmap } from './bitmap.ts';

/** Bytes of bitmaps that wait to be used again; more are left to the garbage collector. */
const MOST_WAITING_BYTES = 16 * 2 ** 20;

/**
 * Bitmaps that live as long as one question. A question over a million documents fills some hundred kilobytes; on
 * fresh memory that costs more than the work itself, so the bitmaps of the last question are used again.
 */
const waiting = new Map<number, Bitmap[]>();
let waitingBytes = 0;
let lent: Bitmap[] | undefined;

/** Answers a question. Its result must not hold any bitmap that was made meanwhile; it must not wait for anything. */
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

/** A bitmap with no document in it, for use until the question is answered. */
export function scratchBitmap(words: number): Bitmap {
  return borrow(words)?.fill(0) ?? lend(new Uint32Array(words));
}

/** A copy of a bitmap, for use until the question is answered. */
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
    // Sizes of segments that are gone would otherwise take the room for good.
    waiting.clear();
    waitingBytes = 0;
  }
  const list = waiting.get(words.length) ?? [];
  list.push(words);
  waiting.set(words.length, list);
  waitingBytes += words.byteLength;
}
