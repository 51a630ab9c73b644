import type { Bitmap } from '../sets/bitmap.ts';
import { theMachine, type Machine } from './machine.ts';

/**
 * Documents in a block. Blocks are copied into the memory of the functions, which fits into the processor's cache, so
 * that copying costs less than the functions save.
 */
const BLOCK = 65_536;
const BLOCK_WORDS = BLOCK / 32;
const PAGE = 65_536;
/** Addresses in the memory: two bitmaps of a block, its codes and the counts of up to 65,536 codes. */
const WORDS = 0;
const OTHER_WORDS = BLOCK / 8;
const CODES = PAGE;
const COUNTS = CODES + BLOCK * 2;
const PAGES = (COUNTS + 65_536 * 4) / PAGE;

/** The memory of this thread's functions as arrays. */
interface Desk {
  readonly machine: Machine;
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
  readonly words: Uint32Array;
}

let known: Desk | undefined;

function theDesk(): Desk {
  if (known === undefined) {
    const machine = theMachine(PAGES);
    const { buffer } = machine.memory;
    known = {
      machine,
      bytes: new Uint8Array(buffer),
      halves: new Uint16Array(buffer),
      words: new Uint32Array(buffer),
    };
  }
  return known;
}

/** Number of documents in the bitmap with each code, from 0 to `setCount`. */
export function countCodes(
  codes: Uint8Array | Uint16Array,
  words: Bitmap,
  setCount: number,
): Uint32Array<ArrayBuffer> {
  const desk = theDesk();
  const { machine } = desk;
  desk.words.fill(0, COUNTS / 4, COUNTS / 4 + setCount + 1);
  for (let first = 0; first < words.length; first += BLOCK_WORDS) {
    const end = place(desk, words, first, WORDS);
    if (machine.common(WORDS, end, WORDS) === 0) continue;
    const block = codes.subarray(first * 32, first * 32 + BLOCK);
    if (block instanceof Uint8Array) {
      desk.bytes.set(block, CODES);
      machine.count8(CODES, WORDS, end, COUNTS);
    } else {
      desk.halves.set(block, CODES / 2);
      machine.count16(CODES, WORDS, end, COUNTS);
    }
  }
  return desk.words.slice(COUNTS / 4, COUNTS / 4 + setCount + 1);
}

/** Number of documents that each bitmap has in common with `words`, all of the same length. */
export function countCommon(bitmaps: readonly Bitmap[], words: Bitmap): number[] {
  const desk = theDesk();
  const counts = bitmaps.map(() => 0);
  for (let first = 0; first < words.length; first += BLOCK_WORDS) {
    const end = place(desk, words, first, WORDS);
    for (let i = 0; i < bitmaps.length; i++) {
      const bitmap = bitmaps[i];
      if (bitmap === undefined) continue;
      place(desk, bitmap, first, OTHER_WORDS);
      counts[i] = (counts[i] ?? 0) + desk.machine.common(WORDS, end, OTHER_WORDS);
    }
  }
  return counts;
}

/** Copies a block of a bitmap to an address, and returns the end of its last word of 8 bytes. */
function place(desk: Desk, words: Bitmap, first: number, address: number): number {
  const block = words.subarray(first, first + BLOCK_WORDS);
  desk.words.set(block, address / 4);
  if (block.length % 2 === 1) desk.words[address / 4 + block.length] = 0;
  return address + Math.ceil(block.length / 2) * 8;
}
