/** Bytes of WebAssembly: an expression, which leaves a value on the stack, or a statement. */
export type Code = readonly number[];

/** Types of values. */
export const I32 = 0x7f;
export const I64 = 0x7e;

/** An unsigned number in LEB128. */
export function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

/** Alignment of a load or store, as a power of two, and its offset. */
const access = (alignment: number, offset: number): Code => [alignment, ...unsigned(offset)];

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];

export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const i64 = (value: number): Code => [0x42, ...signed(value)];
export const toI32 = (wide: Code): Code => [...wide, 0xa7];

export const add = (a: Code, b: Code): Code => [...a, ...b, 0x6a];
export const shiftLeft = (a: Code, bits: number): Code => [...a, ...i32(bits), 0x74];
export const isAtLeast = (a: Code, b: Code): Code => [...a, ...b, 0x4f];
export const wideAdd = (a: Code, b: Code): Code => [...a, ...b, 0x7c];
export const wideSubtract = (a: Code, b: Code): Code => [...a, ...b, 0x7d];
export const wideAnd = (a: Code, b: Code): Code => [...a, ...b, 0x83];
export const isZero = (wide: Code): Code => [...wide, 0x50];
export const lowestBit = (wide: Code): Code => [...wide, 0x7a];
export const bitsIn = (wide: Code): Code => [...wide, 0x7b];

export const load8 = (at: Code): Code => [...at, 0x2d, ...access(0, 0)];
export const load16 = (at: Code): Code => [...at, 0x2f, ...access(1, 0)];
export const load32 = (at: Code): Code => [...at, 0x28, ...access(2, 0)];
export const load64 = (at: Code, offset = 0): Code => [...at, 0x29, ...access(3, offset)];
export const store32 = (at: Code, value: Code): Code => [...at, ...value, 0x36, ...access(2, 0)];

/** Repeats the statements until the condition, checked before each iteration, is true. */
export function repeatUntil(condition: Code, ...statements: readonly Code[]): Code {
  const [block, loop, branch, branchIf, end, nothing] = [0x02, 0x03, 0x0c, 0x0d, 0x0b, 0x40];
  const turn = [...condition, branchIf, 1, ...statements.flat(), branch, 0];
  return [block, nothing, loop, nothing, ...turn, end, end];
}

/** An exported function. Locals are numbered from 0, the parameters first. */
export interface KernelFunction {
  readonly name: string;
  /** Number of parameters, all I32. */
  readonly parameters: number;
  readonly locals: readonly number[];
  readonly results: readonly number[];
  readonly body: readonly Code[];
}

/** A module with one exported memory, `memory`, of `pages` pages of 64 KiB. */
export function assemble(pages: number, functions: readonly KernelFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, results }) => [
    0x60,
    ...sized(Array.from({ length: parameters }, () => I32)),
    ...sized(results),
  ]);
  const bodies = functions.map(({ locals, body }) => {
    const declared = list(locals.map((type) => [1, type]));
    return sized([...declared, ...body.flat(), 0x0b]);
  });
  const exported = functions.map(({ name }, index) => [...sized(Buffer.from(name)), 0, ...unsigned(index)]);
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, types),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[1, ...unsigned(pages), ...unsigned(pages)]]),
    ...section(7, [[...sized(Buffer.from('memory')), 2, 0], ...exported]),
    ...section(10, bodies),
  ]);
}

const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))];
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: Iterable<number>): Code => {
  const all = [...bytes];
  return [...unsigned(all.length), ...all];
};
