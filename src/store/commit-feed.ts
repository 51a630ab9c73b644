import type { Sequence } from '../model/sequence.ts';

/** Called when commits up to this one can be read that somebody else may have made. */
export type CommitListener = (upTo: Sequence) => void;

/** Commits of other processes that write the same store. Own commits are told to whoever made them. */
export interface CommitFeed {
  /**
   * Calls the listener whenever others have committed, within a second, with numbers that only grow: all commits up to the
   * number are in the log by then, own ones between them included. It is called before an own commit that follows them is
   * answered. Disposing ends it; the listener must not throw.
   */
  subscribe(listener: CommitListener): Disposable;
  /** Looks at once, tells the listeners, and answers the last commit; for callers that know of one by its number. */
  refresh(): Promise<Sequence>;
}

/** The feed of a store that no other process can write. */
export function noOtherWriters(lastSequence: () => Sequence): CommitFeed {
  return {
    subscribe: () => ({ [Symbol.dispose]: () => undefined }),
    refresh: () => Promise.resolve(lastSequence()),
  };
}
