import type { ColumnMoves } from './column-moves.ts';
import type { ImageSource } from './index-image.ts';
import type { SearchIndex, SharedFill } from './search-index.ts';

/** One of several indexes that exist side by side during a rebuild. */
export interface IndexSlot {
  readonly index: SearchIndex;
  /** Where it keeps the values of properties; absent where a property has but one place. */
  readonly columns?: ColumnMoves;
  /** Its states, where other threads can read them. */
  readonly images?: ImageSource;
  /** True when its documents were made by another version of the program or of the registry. */
  readonly isOutdated: boolean;
  /** Identity of the catalog that it was filled from when it was opened; absent: only its mark may tell. */
  readonly catalog?: string | undefined;
  /**
   * Makes it the index in use, atomically and durably: after a crash it opens with everything that was flushed.
   * UNAVAILABLE when OpenSearch fails or has lost part of the index.
   */
  adopt(): Promise<void>;
  /** Closes it and deletes all its data. */
  remove(): Promise<void>;
  /** Closes it unfinished; the next `openNext`, also of another process, may go on with it. Or it is removed. */
  leave(): Promise<void>;
}

/** Decides whether an index that was left unfinished is of use. */
export type GoesOn = (index: SearchIndex) => Promise<boolean>;

/** The port that stores the index in use and the next one while it is built. UNAVAILABLE when OpenSearch fails. */
export interface IndexSlots {
  /**
   * Opens the index in use, or an empty one (position 0) if there is none or it is damaged. It may be filled in part, see
   * `fillProgress`. Deletes indexes of earlier processes that nobody can go on with.
   */
  openCurrent(): Promise<IndexSlot>;
  /**
   * Opens an index that is not visible to readers until it is adopted. Goes on with one that was left or whose process
   * was killed, if its documents are of this version and `goesOn` takes it; otherwise it is empty.
   */
  openNext(goesOn?: GoesOn): Promise<IndexSlot>;
  /**
   * Opens the fill that another process of this version has begun; undefined if there is none or nothing is left to do.
   * Absent where each process has an index of its own.
   */
  joinFill?(): Promise<JoinedFill | undefined>;
}

/** A fill that another process has begun. Disposing closes it. */
export type JoinedFill = SharedFill & AsyncDisposable;
