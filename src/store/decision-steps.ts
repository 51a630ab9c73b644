import type { Steps } from '../util/concurrency/steps.ts';
import type { DecidedCommit } from './metadata-store.ts';

/** Runs a decision in steps; a decision that was made at once has none. */
export function* stepsOf<T>(outcome: DecidedCommit<T> | Steps<DecidedCommit<T>>): Steps<DecidedCommit<T>> {
  return 'writes' in outcome ? outcome : yield* outcome;
}
