import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Decide } from '../store/metadata-store.ts';

/** Something was committed between looking at the catalog and writing to it; looking again may help. */
export class ChangedSinceError extends CatalogError {
  constructor(since: Sequence) {
    super('CONFLICT', `The catalog has been written to since sequence ${since}. Try again.`);
  }
}

/** The decision, refused with ChangedSinceError unless it is the first after the commit; undefined refuses nothing. */
export function unlessChanged<T>(since: Sequence | undefined, decide: Decide<T>): Decide<T> {
  if (since === undefined) return decide;
  return (state, sequence) => {
    if (sequence !== since + 1) throw new ChangedSinceError(since);
    return decide(state, sequence);
  };
}
