import { FORMAT_VERSION, HEADER_WORDS, MAGIC, SECTION_RECORD_WORDS, type SectionArray } from './sections.ts';

const ALIGNMENT = 8;

/**
 * Writes the arrays of a segment into one shared buffer. Allocates the expected size at first (untouched pages cost
 * nothing) and grows on demand.
 */
export class SectionWriter {
  #buffer: SharedArrayBuffer;
  #end = HEADER_WORDS * 4;
  readonly #records: number[] = [];

  constructor(expectedBytes: number) {
    this.#buffer = new SharedArrayBuffer(Math.max(1024, expectedBytes));
  }

  /** Number of the next section. */
  get nextSection(): number {
    return this.#records.length / SECTION_RECORD_WORDS;
  }

  /** Appends a copy of the array as a section. */
  add(array: SectionArray): void {
    this.#ensure(array.byteLength + ALIGNMENT);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.#buffer).set(bytes, this.#end);
    this.#records.push(this.#end / ALIGNMENT, array.byteLength);
    this.#end = Math.ceil((this.#end + array.byteLength) / ALIGNMENT) * ALIGNMENT;
  }

  /** Returns the finished buffer: header, sections, section table. Nothing may be added afterwards. */
  finish(documentCount: number): SharedArrayBuffer {
    const table = this.#end;
    this.#ensure(this.#records.length * 4);
    new Uint32Array(this.#buffer, table, this.#records.length).set(this.#records);
    this.#end += this.#records.length * 4;
    const header = new Uint32Array(this.#buffer, 0, HEADER_WORDS);
    header.set([MAGIC, FORMAT_VERSION, documentCount, this.nextSection, table / ALIGNMENT]);
    header.set(new Uint32Array(new Float64Array([this.#end]).buffer), HEADER_WORDS - 2);
    return this.#buffer;
  }

  #ensure(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#buffer.byteLength) return;
    const larger = new SharedArrayBuffer(Math.ceil(Math.max(needed, this.#buffer.byteLength * 1.5)));
    new Uint8Array(larger).set(new Uint8Array(this.#buffer, 0, this.#end));
    this.#buffer = larger;
  }
}
