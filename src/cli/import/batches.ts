import type { FileChange } from './read-change.ts';

/** Characters per batch; with the rest of the request well below the body limit of servers. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

/** Groups changes into batches of one kind, limited in number and length. */
export class Batches {
  readonly #limit: number;
  #open: FileChange[] = [];
  #length = 0;

  /** `limit`: maximum number of changes per batch. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a change and returns the batch that it completes; empty if it completes none. */
  add(change: FileChange): readonly FileChange[] {
    const isFull = this.#open.length >= this.#limit || this.#length + change.size > MAX_BATCH_LENGTH;
    const isOther = this.#open[0] !== undefined && this.#open[0].kind !== change.kind;
    const complete = isFull || isOther ? this.take() : [];
    this.#open.push(change);
    this.#length += change.size;
    return complete;
  }

  /** Returns the open batch and starts a new one. */
  take(): readonly FileChange[] {
    const batch = this.#open;
    this.#open = [];
    this.#length = 0;
    return batch;
  }
}
