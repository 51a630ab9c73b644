import { CatalogError } from '../../../errors.ts';

/** Longest time that the answer to one question may take, in ms, and the clock that it is measured with. */
export interface AnswerLimit {
  readonly ms: number;
  /** Any clock in ms that never goes back. */
  readonly clock: () => number;
}

/** Work after which the clock is looked at: a fraction of a millisecond, in bytes read. */
const BYTES_PER_LOOK = 64 * 1024;
/** What reading one text costs besides its bytes. */
const BYTES_PER_TEXT = 16;

/**
 * The time that one question has. An answer is worked out without a pause, so nothing else is served meanwhile: what
 * takes too long ends with TIMEOUT.
 */
export class AnswerTime {
  readonly #limit: AnswerLimit;
  readonly #start: number;
  #unwatched = 0;

  constructor(limit: AnswerLimit) {
    this.#limit = limit;
    this.#start = limit.clock();
  }

  /** Looks at the clock; TIMEOUT when the time is up. */
  check(): void {
    this.#unwatched = 0;
    const { ms, clock } = this.#limit;
    if (clock() - this.#start < ms) return;
    throw new CatalogError(
      'TIMEOUT',
      `The search was given up after ${ms} ms, in which nothing else is answered. Search in a named field, ` +
        'put wildcards at the end of a word, or ask for fewer words and conditions at a time.',
    );
  }

  /** Counts a text that was read, by its bytes, or as much other work; looks at the clock only after many. */
  spend(bytes: number): void {
    this.#unwatched += bytes + BYTES_PER_TEXT;
    if (this.#unwatched >= BYTES_PER_LOOK) this.check();
  }
}
