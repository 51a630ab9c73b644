import { TooManyRequestsError } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { BulkEditRequest } from '../operations/bulk-edits/bulk-edits.ts';

/** Maximum number of unfinished edits of one person in a process, and of unfinished trials. */
const MOST_UNFINISHED = 5;
/** Maximum number of cells of all unfinished edits and trials of a process, which wait in its memory. */
const MOST_CELLS = 2_000_000;
/** `Retry-After` of a refusal, in ms. */
const RETRY_AFTER = 10_000;

/** Limits the unfinished edits in this process, per person and in total. */
export class UnfinishedEdits {
  readonly #counts = new Map<string, number>();
  #cells = 0;

  /** Counts an edit until the returned function is called. Throws TOO_MANY_REQUESTS above a limit. */
  admit(user: Urn, { assets, isTrial }: BulkEditRequest): () => void {
    const key = `${isTrial} ${user}`;
    const count = this.#counts.get(key) ?? 0;
    if (count >= MOST_UNFINISHED)
      throw new TooManyRequestsError(
        `You have ${count} unfinished bulk edits. Wait, or stop one.`,
        RETRY_AFTER,
      );
    const cells = assets.reduce((sum, { edits }) => sum + edits.length, 0);
    if (this.#cells + cells > MOST_CELLS)
      throw new TooManyRequestsError(
        `Unfinished bulk edits of ${this.#cells} cells leave no room for ${cells} more. Wait until some are done.`,
        RETRY_AFTER,
      );
    this.#cells += cells;
    this.#counts.set(key, count + 1);
    return () => {
      this.#cells -= cells;
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
