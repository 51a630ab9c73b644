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

/** The scratch bitmaps of one query. Its result must not refer to them. */
export class Scratch implements Disposable {
  readonly #lent: Bitmap[] = [];

  /** Runs a step of the query, which must be synchronous. */
  during<T>(step: () => T): T {
    const before = lent;
    lent = this.#lent;
    try {
      return step();
    } finally {
      lent = before;
    }
  }

  /** Returns the bitmaps to the pool. */
  [Symbol.dispose](): void {
    for (const words of this.#lent.splice(0)) takeBack(words);
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
    // Cleared completely: otherwise lengths of segments that no longer exist would fill the pool permanently.
    waiting.clear();
    waitingBytes = 0;
  }
  const list = waiting.get(words.length) ?? [];
  list.push(words);
  waiting.set(words.length, list);
  waitingBytes += words.byteLength;
}
