import type { FileChange } from './read-change.ts';

/** Together with what is around it well below what a server takes. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

/** Gathers changes into batches of one kind that are not too long. */
export class Batches {
  readonly #limit: number;
  #open: FileChange[] = [];
  #length = 0;

  /** At most so many changes in each. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a change; answers the batch that is complete because of it, or nothing. */
  add(change: FileChange): readonly FileChange[] {
    const isFull = this.#open.length >= this.#limit || this.#length + change.size > MAX_BATCH_LENGTH;
    const isOther = this.#open[0] !== undefined && this.#open[0].kind !== change.kind;
    const complete = isFull || isOther ? this.take() : [];
    this.#open.push(change);
    this.#length += change.size;
    return complete;
  }

  /** What has been gathered so far. */
  take(): readonly FileChange[] {
    const batch = this.#open;
    this.#open = [];
    this.#length = 0;
    return batch;
  }
}
