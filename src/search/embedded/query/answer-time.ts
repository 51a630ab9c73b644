import { CatalogError } from '../../../errors.ts';

/** Time limit of a query. */
export interface AnswerLimit {
  readonly ms: number;
  /** A monotonic clock in ms. */
  readonly clock: () => number;
}

/** Work between two checks of the clock, in bytes read: a fraction of a millisecond. */
const BYTES_PER_LOOK = 64 * 1024;
/** Cost of reading one text besides its bytes. */
const BYTES_PER_TEXT = 16;

/** Time budget of one query; does not count other work between its steps. Beyond it the query is aborted with TIMEOUT. */
export class AnswerTime {
  readonly #limit: AnswerLimit;
  #start: number;
  /** Time spent before `#start`. */
  #spent = 0;
  #unwatched = 0;

  constructor(limit: AnswerLimit) {
    this.#limit = limit;
    this.#start = limit.clock();
  }

  /** Checks the clock; throws TIMEOUT when the time is up. */
  check(): void {
    this.#unwatched = 0;
    const { ms, clock } = this.#limit;
    if (this.#spent + clock() - this.#start < ms) return;
    throw new CatalogError(
      'TIMEOUT',
      `The search was aborted after ${ms} ms. Search in a named field, put wildcards at the end of a word, ` +
        'or use fewer words and conditions at a time.',
    );
  }

  /** Stops the clock while other work runs. */
  pause(): void {
    this.#spent += this.#limit.clock() - this.#start;
  }

  /** Continues after `pause`. */
  resume(): void {
    this.#start = this.#limit.clock();
  }

  /** Accounts for reading a text of `bytes`, or equivalent work; checks the clock only every `BYTES_PER_LOOK`. */
  spend(bytes: number): void {
    this.#unwatched += bytes + BYTES_PER_TEXT;
    if (this.#unwatched >= BYTES_PER_LOOK) this.check();
  }
}
