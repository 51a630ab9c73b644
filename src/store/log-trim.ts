import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import { because } from '../refusals.ts';

/** Bounds of the commits that only the audit log may still need. */
export interface LogBounds {
  /** Exclusive: this commit and all later ones are kept. */
  readonly below: Sequence;
  /** Epoch ms, exclusive: commits made at this time or later are kept. */
  readonly before: number;
}

/** An old commit as engines read it before a trim. */
export interface OldCommit {
  readonly sequence: Sequence;
  /** False when it is too young, or when an event of the audit log refers to it. */
  readonly isDue: boolean;
  /** Size of its entries in bytes. */
  readonly bytes: number;
}

/** Maximum commits per transaction of a trim: other writes wait for it. */
export const TRIM_BATCH = 500;

/** Maximum size of the entries that one transaction deletes, unless the first commit is larger. */
const BATCH_BYTES = 1024 ** 2;

/** How many of the oldest commits one transaction deletes. Stops at the first that is not due, so the log has no gap. */
export function trimmable(oldest: readonly OldCommit[]): number {
  let size = 0;
  const end = oldest.findIndex(({ bytes, isDue }, i) => !isDue || ((size += bytes) > BATCH_BYTES && i > 0));
  return end === -1 ? oldest.length : end;
}

/** CONFLICT: the commits after a position have been trimmed from the log. */
export class TrimmedLogError extends CatalogError {
  constructor(position: Sequence, oldest: Sequence) {
    super(
      'CONFLICT',
      `The commits after ${position} are no longer in the change log, which begins with commit ${oldest} (option changeLog.keepFor).`,
      because('HISTORY_MISSING'),
    );
  }
}

/** Returns the commits that were read after `position`. Throws TrimmedLogError when commits between were trimmed. */
export function unbroken<Commit extends { readonly sequence: Sequence }>(
  position: Sequence,
  commits: readonly Commit[],
): readonly Commit[] {
  const first = commits[0]?.sequence;
  if (first !== undefined && first > position + 1) throw new TrimmedLogError(position, first);
  return commits;
}
