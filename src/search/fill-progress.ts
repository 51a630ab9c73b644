import type { Sequence } from '../model/sequence.ts';

/** A commit, with its id in a store whose log can be rewound. */
export interface CommitPoint {
  readonly sequence: Sequence;
  readonly id?: string | undefined;
}

/** How far an index has been filled from the store, so that another process can continue. */
export interface FillProgress {
  /** Position of the index once it is filled: the last commit before the first entity was read. */
  readonly upTo: CommitPoint;
  /** The last commit when the last entity was read: no document contains a later one. */
  readonly seen: CommitPoint;
  /** Where to continue reading the store; undefined once everything has been read. */
  readonly place: number | undefined;
  /** Number of entities read so far. */
  readonly entities: number;
}
