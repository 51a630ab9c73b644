import type { Bitmap } from '../sets/bitmap.ts';
import { loadKernel, type Kernel } from './kernel.ts';

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
interface KernelMemory {
  readonly kernel: Kernel;
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
  readonly words: Uint32Array;
}

let known: KernelMemory | undefined;

function kernelMemory(): KernelMemory {
  if (known === undefined) {
    const kernel = loadKernel(PAGES);
    const { buffer } = kernel.memory;
    known = {
      kernel,
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
  const memory = kernelMemory();
  const { kernel } = memory;
  memory.words.fill(0, COUNTS / 4, COUNTS / 4 + setCount + 1);
  for (let first = 0; first < words.length; first += BLOCK_WORDS) {
    const end = place(memory, words, first, WORDS);
    if (kernel.common(WORDS, end, WORDS) === 0) continue;
    const block = codes.subarray(first * 32, first * 32 + BLOCK);
    if (block instanceof Uint8Array) {
      memory.bytes.set(block, CODES);
      kernel.count8(CODES, WORDS, end, COUNTS);
    } else {
      memory.halves.set(block, CODES / 2);
      kernel.count16(CODES, WORDS, end, COUNTS);
    }
  }
  return memory.words.slice(COUNTS / 4, COUNTS / 4 + setCount + 1);
}

/** Number of documents that each bitmap has in common with `words`, all of the same length. */
export function countCommon(bitmaps: readonly Bitmap[], words: Bitmap): number[] {
  const memory = kernelMemory();
  const counts = bitmaps.map(() => 0);
  for (let first = 0; first < words.length; first += BLOCK_WORDS) {
    const end = place(memory, words, first, WORDS);
    for (let i = 0; i < bitmaps.length; i++) {
      const bitmap = bitmaps[i];
      if (bitmap === undefined) continue;
      place(memory, bitmap, first, OTHER_WORDS);
      counts[i] = (counts[i] ?? 0) + memory.kernel.common(WORDS, end, OTHER_WORDS);
    }
  }
  return counts;
}

/** Copies a block of a bitmap to an address, and returns the end of its last word of 8 bytes. */
function place(memory: KernelMemory, words: Bitmap, first: number, address: number): number {
  const block = words.subarray(first, first + BLOCK_WORDS);
  memory.words.set(block, address / 4);
  if (block.length % 2 === 1) memory.words[address / 4 + block.length] = 0;
  return address + Math.ceil(block.length / 2) * 8;
}
