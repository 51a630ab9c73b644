import type { SearchIndex } from './search-index.ts';

/** One of the indexes that a catalog keeps side by side. */
export interface ShelvedIndex {
  readonly index: SearchIndex;
  /** Its documents were made by another version of the program or of its model. */
  readonly isOutdated: boolean;
  /** Makes it the one that is opened from now on, also after a crash; what was flushed is in it then. */
  adopt(): Promise<void>;
  /** Closes it and removes everything it keeps. */
  remove(): Promise<void>;
}

/** The port of a place that holds the index in use, and beside it the one that is to take its place. */
export interface IndexShelf {
  /** Opens the index in use, an empty one if there is none, and removes what earlier processes left half done. */
  openCurrent(): Promise<ShelvedIndex>;
  /** Opens an empty index that nobody sees until it is adopted. */
  openNext(): Promise<ShelvedIndex>;
}
