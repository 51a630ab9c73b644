import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import type { CurrentState } from '../store/metadata-store.ts';

/** CONFLICT: something was committed between reading and writing. Reading again and retrying may succeed. */
export class ChangedSinceError extends CatalogError {
  constructor(since: Sequence) {
    super('CONFLICT', `The catalog has changed since sequence ${since}. Try again.`);
  }
}

/** Makes a decision throw ChangedSinceError unless its commit directly follows `since`. Undefined disables the check. */
export function unlessChanged<T>(
  since: Sequence | undefined,
  decide: (state: CurrentState, sequence: Sequence) => T,
): typeof decide {
  if (since === undefined) return decide;
  return (state, sequence) => {
    if (sequence !== since + 1) throw new ChangedSinceError(since);
    return decide(state, sequence);
  };
}
