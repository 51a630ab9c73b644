import type { Sequence } from '../../model/sequence.ts';

/** Bytes before the flags: the sequence, and the number of changes. */
const FLAGS_AT = 16;
const CHANGES_AT = 2;

/** Progress of the index in shared memory, visible to all threads without a message. */
export class SharedProgress {
  readonly memory: SharedArrayBuffer;
  readonly #sequence: BigInt64Array;
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#sequence = new BigInt64Array(memory, 0, 1);
    this.#words = new Int32Array(memory);
  }

  /** Memory for this number of readers. */
  static memoryFor(readers: number): SharedArrayBuffer {
    return new SharedArrayBuffer(FLAGS_AT + 4 * Math.ceil(readers / 2) * 2);
  }

  /** Sequence of the last commit that the index contains: no later one has been acknowledged. */
  get sequence(): Sequence {
    return Number(Atomics.load(this.#sequence, 0));
  }

  /** Number of changes of the index, by commits and merges. */
  get changes(): number {
    return Atomics.load(this.#words, CHANGES_AT);
  }

  /** Counts a change of the index. */
  noteChange(): void {
    Atomics.add(this.#words, CHANGES_AT, 1);
  }

  /** Publishes the sequence that the index contains to the readers. */
  publish(sequence: Sequence): void {
    Atomics.store(this.#sequence, 0, BigInt(sequence));
  }

  /** Requests an image with the next change. */
  want(reader: number): void {
    const at = FLAGS_AT / 4 + reader;
    if (Atomics.load(this.#words, at) === 0) Atomics.store(this.#words, at, 1);
  }

  /** Whether a reader has requested an image; clears the request. */
  takeWish(reader: number): boolean {
    return Atomics.exchange(this.#words, FLAGS_AT / 4 + reader, 0) === 1;
  }
}
