import type { WriteLines } from './line-output.ts';

/** Writes a JSON array incrementally, one element per line. */
export class ProposalArray {
  readonly #write: WriteLines;
  /** Last element, held back until it is known whether a comma follows. */
  #last: string | undefined;
  #count = 0;

  constructor(write: WriteLines) {
    this.#write = write;
  }

  /** Number of elements so far. */
  get count(): number {
    return this.#count;
  }

  /** Appends elements, each as JSON text on one line. */
  async add(lines: readonly string[]): Promise<void> {
    const last = lines.at(-1);
    if (last === undefined) return;
    const complete = [...(this.#last === undefined ? [] : [this.#last]), ...lines.slice(0, -1)];
    await this.#write([...(this.#count === 0 ? ['['] : []), ...complete.map((line) => `${line},`)]);
    this.#last = last;
    this.#count += lines.length;
  }

  /** Closes the array; nothing may be added afterwards. */
  async end(): Promise<void> {
    await this.#write(this.#last === undefined ? ['[', ']'] : [this.#last, ']']);
  }
}
