import type { Sequence } from '../model/sequence.ts';

/** Called when all commits up to `upTo` can be read, including commits of other processes. */
export type CommitListener = (upTo: Sequence) => void;

/**
 * Announces commits of other processes to the same store. A process's own commits are returned by `commit` instead.
 */
export interface CommitFeed {
  /**
   * Calls the listener within about 1 s after another process committed, with increasing sequences (until a
   * rewind). All commits up to the sequence are in the log by then, own ones included. Commits of others are
   * announced before an own commit that follows them resolves. Disposing unsubscribes; the listener must not throw.
   */
  subscribe(listener: CommitListener): Disposable;
  /**
   * Calls the listener when the log was rewound, as after a fail-over to a replica that lacked the last commits:
   * some announced commits are lost, and their sequences may have been reused. Rebuild all state derived from them,
   * up to the log's new end. Disposing unsubscribes; the listener must not throw.
   */
  whenRewound(listener: () => void): Disposable;
  /**
   * Checks for new commits now, notifies the listeners and returns the last sequence. UNAVAILABLE when the store
   * cannot be read.
   */
  refresh(): Promise<Sequence>;
}

/** Feed of a store that only this process writes: never notifies. */
export function noOtherWriters(lastSequence: () => Sequence): CommitFeed {
  const nothing = { [Symbol.dispose]: () => undefined };
  return {
    subscribe: () => nothing,
    whenRewound: () => nothing,
    refresh: () => Promise.resolve(lastSequence()),
  };
}
