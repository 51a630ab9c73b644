import type { ColumnMoves } from './column-moves.ts';
import type { ImageSource } from './index-image.ts';
import type { SearchIndex, SharedFill } from './search-index.ts';

/** One of several indexes that exist side by side during a rebuild. */
export interface IndexSlot {
  readonly index: SearchIndex;
  /** Moves of property values between columns; absent where a property always has the same place. */
  readonly columns?: ColumnMoves;
  /** Its states, for other threads; absent where they cannot read them. */
  readonly images?: ImageSource;
  /** Whether its documents were made by another version of the program or of the registry. */
  readonly isOutdated: boolean;
  /** Identity of the catalog that it was filled from, as of its opening; absent: only its mark may show it. */
  readonly catalog?: string | undefined;
  /**
   * Makes it the index in use, atomically and durably: after a crash it opens with everything flushed. UNAVAILABLE when
   * OpenSearch fails or has lost part of the index.
   */
  adopt(): Promise<void>;
  /** Closes it and deletes all its data. */
  remove(): Promise<void>;
  /** Closes it unfinished: the next `openNext`, also of another process, may continue it. Otherwise it is removed. */
  leave(): Promise<void>;
}

/** Decides whether an unfinished index can be resumed. */
export type CanResume = (index: SearchIndex) => Promise<boolean>;

/** The port that stores the index in use and the next one while it is built. UNAVAILABLE when OpenSearch fails. */
export interface IndexSlots {
  /**
   * Opens the index in use, or an empty one (position 0) if there is none or it is damaged. It may be partly filled, see
   * `fillProgress`. Deletes indexes of earlier processes that cannot be resumed.
   */
  openCurrent(): Promise<IndexSlot>;
  /**
   * Opens an index that is invisible to readers until it is adopted. Resumes an unfinished one if its documents are of
   * this version and `canResume` accepts it; otherwise it is empty.
   */
  openNext(canResume?: CanResume): Promise<IndexSlot>;
  /**
   * Opens the fill started by another process of this version; undefined if there is none or nothing remains to be
   * done. Absent where each process has its own index.
   */
  joinFill?(): Promise<JoinedFill | undefined>;
}

/** A fill started by another process. Disposing closes it. */
export type JoinedFill = SharedFill & AsyncDisposable;
