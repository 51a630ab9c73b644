import {
  I32,
  I64,
  add,
  assemble,
  bitsIn,
  get,
  i32,
  i64,
  isAtLeast,
  isZero,
  load16,
  load32,
  load64,
  load8,
  lowestBit,
  repeatUntil,
  set,
  shiftLeft,
  store32,
  toI32,
  wideAdd,
  wideAnd,
  wideSubtract,
  type Code,
  type KernelFunction,
} from './instructions.ts';

/** Functions in WebAssembly on addresses of `memory`, in bytes. Bitmaps are read in words of 8 bytes. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Adds 1 to `counts[codes[doc]]` for each document in the bitmap from `words` to `end`; counts have 4 bytes. */
  readonly count8: (codes: number, words: number, end: number, counts: number) => void;
  readonly count16: (codes: number, words: number, end: number, counts: number) => void;
  /** Number of bits in both bitmaps, of which the first is from `a` to `end`. At least one word. */
  readonly common: (a: number, end: number, b: number) => number;
}

/** The part of the global `WebAssembly` in use, which Node's types lack. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

let kernel: Kernel | undefined;

/** The functions of this thread, with `pages` pages of 64 KiB; created on the first call. */
export function loadKernel(pages: number): Kernel {
  if (kernel === undefined) {
    const functions = [countCodes('count8', load8, 0), countCodes('count16', load16, 1), countCommon()];
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assemble(pages, functions)));
    // The functions are assembled above with these names and types.
    kernel = exports as Kernel;
  }
  return kernel;
}

/** A code has 2 to the power of `width` bytes. Visits only the bits that are set, from the lowest on. */
function countCodes(name: string, load: (at: Code) => Code, width: number): KernelFunction {
  const [codes, words, end, counts, at, word] = [0, 1, 2, 3, 4, 5];
  const place = add(get(codes), shiftLeft(toI32(lowestBit(get(word))), width));
  const body = repeatUntil(
    isAtLeast(get(words), get(end)),
    set(word, load64(get(words))),
    repeatUntil(
      isZero(get(word)),
      set(at, add(get(counts), shiftLeft(load(place), 2))),
      store32(get(at), add(load32(get(at)), i32(1))),
      set(word, wideAnd(get(word), wideSubtract(get(word), i64(1)))),
    ),
    set(words, add(get(words), i32(8))),
    set(codes, add(get(codes), i32(64 << width))),
  );
  return { name, parameters: 4, locals: [I32, I64], results: [], body: [body] };
}

function countCommon(): KernelFunction {
  const [a, end, b, sum] = [0, 1, 2, 3];
  const both = wideAnd(load64(get(a)), load64(get(b)));
  const body = repeatUntil(
    isAtLeast(get(a), get(end)),
    set(sum, wideAdd(get(sum), bitsIn(both))),
    set(a, add(get(a), i32(8))),
    set(b, add(get(b), i32(8))),
  );
  return { name: 'common', parameters: 3, locals: [I64], results: [I32], body: [body, toI32(get(sum))] };
}
