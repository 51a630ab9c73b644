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
  /**
   * Calls the listener when the log has gone back, as after a fail-over to a replica that had not got the last commits:
   * some that were told of are gone, and their numbers may be those of others by now. Whatever is derived from them has to
   * be made anew, up to the last commit that is known from then on. Disposing ends it; the listener must not throw.
   */
  whenRewound(listener: () => void): Disposable;
  /** Looks at once, tells the listeners, and answers the last commit; for callers that know of one by its number. */
  refresh(): Promise<Sequence>;
}

/** The feed of a store that no other process can write. */
export function noOtherWriters(lastSequence: () => Sequence): CommitFeed {
  const nothing = { [Symbol.dispose]: () => undefined };
  return {
    subscribe: () => nothing,
    whenRewound: () => nothing,
    refresh: () => Promise.resolve(lastSequence()),
  };
}
