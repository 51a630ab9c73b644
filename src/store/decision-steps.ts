import type { Steps } from '../util/concurrency/steps.ts';
import type { DecidedCommit } from './metadata-store.ts';

/** The steps of a decision, of which it may have none. */
export function* stepsOf<T>(outcome: DecidedCommit<T> | Steps<DecidedCommit<T>>): Steps<DecidedCommit<T>> {
  return 'writes' in outcome ? outcome : yield* outcome;
}
