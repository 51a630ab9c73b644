import type { Sequence } from '../../model/sequence.ts';

/** Bytes before the flags: the sequence, and the number of changes. */
const FLAGS_AT = 16;
const CHANGES_AT = 2;

/** What all threads can see of how far the index is, without a message. */
export class SharedProgress {
  readonly memory: SharedArrayBuffer;
  readonly #sequence: BigInt64Array;
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#sequence = new BigInt64Array(memory, 0, 1);
    this.#words = new Int32Array(memory);
  }

  /** Memory for so many readers. */
  static memoryFor(readers: number): SharedArrayBuffer {
    return new SharedArrayBuffer(FLAGS_AT + 4 * Math.ceil(readers / 2) * 2);
  }

  /** Sequence of the last commit that the index contains: no later one has been acknowledged. */
  get sequence(): Sequence {
    return Number(Atomics.load(this.#sequence, 0));
  }

  /** How often the index has changed, by commits and merges. */
  get changes(): number {
    return Atomics.load(this.#words, CHANGES_AT);
  }

  /** Counts a change of the index. */
  noteChange(): void {
    Atomics.add(this.#words, CHANGES_AT, 1);
  }

  /** Tells the readers what the index contains. */
  publish(sequence: Sequence): void {
    Atomics.store(this.#sequence, 0, BigInt(sequence));
  }

  /** Asks for an image with the next change. */
  want(reader: number): void {
    const at = FLAGS_AT / 4 + reader;
    if (Atomics.load(this.#words, at) === 0) Atomics.store(this.#words, at, 1);
  }

  /** Whether a reader wants an image; it has to ask again for the one after it. */
  takeWish(reader: number): boolean {
    return Atomics.exchange(this.#words, FLAGS_AT / 4 + reader, 0) === 1;
  }
}
