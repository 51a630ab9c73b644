import { CatalogError } from '../errors.ts';
import { nextTurn } from '../util/concurrency/next-turn.ts';
import { because } from '../refusals.ts';

/** Default maximum size of the values of one read. */
export const DEFAULT_READ_SIZE = 64 * 1024 ** 2;
/** Default maximum size of the values on a page of a scan over all entities. */
export const DEFAULT_PAGE_SIZE = 16 * 1024 ** 2;
/** Size of the values read between two turns of the event loop: some milliseconds of work. */
const SLICE = 512 * 1024;

/** TOO_LARGE: the values of a read have more characters than its limit. */
export class ReadTooLargeError extends CatalogError {
  /** Number of requested entities, from the first, that fit within the limit together; 0 if the first alone exceeds it. */
  readonly fitting: number;
  readonly #most: number;

  constructor(most: number, fitting: number) {
    super(
      'TOO_LARGE',
      `The requested values have more than ${most} characters, the limit of one response (limits.readBytes). ` +
        'Ask for fewer entities, versions or points, or name the aspects.',
      because('REQUEST_TOO_LARGE', { most }),
    );
    this.fitting = fitting;
    this.#most = most;
  }

  /** A copy of this error for a read with this many more entities before these; they fit. */
  after(before: number): ReadTooLargeError {
    return new ReadTooLargeError(this.#most, before + this.fitting);
  }
}

/** Sums up the size of the values that one read returns, in UTF-16 units; a single value never exceeds the limit. */
export class ReadSize {
  readonly #most: number;
  #values = 0;
  #size = 0;
  #ofSlice = 0;

  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Whether there are several values that together exceed the limit. */
  get isOver(): boolean {
    return this.#values > 1 && this.#size > this.#most;
  }

  /** Counts a value. */
  add({ length }: { readonly length: number }): void {
    this.#values++;
    this.#size += length;
    this.#ofSlice += length;
  }

  /** Counts a value; throws ReadTooLargeError beyond the limit. */
  addOrThrow(value: { readonly length: number }, fitting = 0): void {
    this.add(value);
    if (this.isOver) throw new ReadTooLargeError(this.#most, fitting);
  }

  /** Whether enough was read since the last turn that other work should run. */
  get isTurnDue(): boolean {
    return this.#ofSlice >= SLICE;
  }

  /** Lets other work run if a turn is due. */
  async turn(): Promise<void> {
    if (!this.isTurnDue) return;
    this.#ofSlice = 0;
    await nextTurn();
  }
}
