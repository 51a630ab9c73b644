/** First word of every segment. */
export const MAGIC = 0x43_4c_50_4e;

/**
 * Version of the layout. Segments of other versions are rejected and the index is rebuilt. Increase it when the
 * meaning of a section or the content of documents changes.
 */
export const FORMAT_VERSION = 4;

/**
 * Words of the header: magic, version, documents, sections, offset of the table / 8, reserved, used bytes (a
 * double).
 */
export const HEADER_WORDS = 8;

/** Words per section in the table: offset / 8 and length in bytes. */
export const SECTION_RECORD_WORDS = 2;

/** First sections of every segment; those of the columns follow. */
export const SECTION = { urnOffsets: 0, urnBytes: 1, urnFilter: 2 } as const;

/** Last sections of every segment, counted from the end: field names, and the column table. */
export const LAST_SECTION = { fieldOffsets: -3, fieldBytes: -2, columns: -1 } as const;

/** Types of arrays in a section. */
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Typed arrays over the buffer of a segment. */
export class Sections {
  readonly buffer: SharedArrayBuffer;
  readonly documentCount: number;
  readonly usedBytes: number;
  readonly #table: Uint32Array;

  /** The buffer must come from `SectionWriter` or have been checked with `describeDamage`. */
  constructor(buffer: SharedArrayBuffer) {
    const header = new Uint32Array(buffer, 0, HEADER_WORDS);
    this.buffer = buffer;
    this.documentCount = header[2] ?? 0;
    this.usedBytes = usedBytesOf(buffer);
    this.#table = new Uint32Array(buffer, (header[4] ?? 0) * 8, (header[3] ?? 0) * SECTION_RECORD_WORDS);
  }

  bytes(section: number): Uint8Array {
    const { start, length } = this.#place(section);
    return new Uint8Array(this.buffer, start, length);
  }

  halves(section: number): Uint16Array {
    const { start, length } = this.#place(section);
    return new Uint16Array(this.buffer, start, length / 2);
  }

  words(section: number): Uint32Array {
    const { start, length } = this.#place(section);
    return new Uint32Array(this.buffer, start, length / 4);
  }

  doubles(section: number): Float64Array {
    const { start, length } = this.#place(section);
    return new Float64Array(this.buffer, start, length / 8);
  }

  /** Negative numbers count from the last section, which is -1. */
  #place(section: number): { start: number; length: number } {
    const at = section * SECTION_RECORD_WORDS + (section < 0 ? this.#table.length : 0);
    return { start: (this.#table[at] ?? 0) * 8, length: this.#table[at + 1] ?? 0 };
  }
}

/** Why a buffer is not a valid segment; undefined when it is one. */
export function describeDamage(buffer: SharedArrayBuffer): string | undefined {
  if (buffer.byteLength < HEADER_WORDS * 4) return 'it is shorter than a header';
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  if (header[0] !== MAGIC) return 'it is not a segment';
  if (header[1] !== FORMAT_VERSION) return `its format is ${header[1] ?? 0}, not ${FORMAT_VERSION}`;
  return usedBytesOf(buffer) > buffer.byteLength ? 'it is truncated' : undefined;
}

function usedBytesOf(buffer: SharedArrayBuffer): number {
  return new Float64Array(buffer, (HEADER_WORDS - 2) * 4, 1)[0] ?? 0;
}
