import type { Sequence } from '../model/sequence.ts';

/** A segment of an index in memory, readable by other threads of this process. */
export interface SegmentImage {
  /** Unique within this process; the same buffer has the same id in every image. */
  readonly id: number;
  readonly buffer: SharedArrayBuffer;
  /** Its deleted documents as bits; undefined: none. */
  readonly deleted: { readonly bits: Uint32Array; readonly count: number } | undefined;
}

/** The state of an index in memory. Buffers are shared, not copied, and do not change. */
export interface IndexImage {
  /** Sequence of the last commit that it contains. */
  readonly position: Sequence;
  /** Identifies the opening of an index that the state belongs to; part of the cursors of ranked scrolls. */
  readonly opening: number;
  /** Increases with each state of an opening. */
  readonly number: number;
  readonly segments: readonly SegmentImage[];
}

/** The state of an opening with this number, if a thread keeps it for a ranked scroll. */
export type Lender = (opening: number, number: number) => Promise<IndexImage | undefined>;

/** An index whose states other threads can read. */
export interface ImageSource {
  image(): IndexImage;
  /** Sequence of the last commit that it contains; cheaper than an image. */
  position(): Sequence;
  /** A state kept for a ranked scroll; undefined when it has expired. */
  keptImage(opening: number, number: number): IndexImage | undefined;
  /** Sets how to get the states that other threads keep for ranked scrolls. */
  borrowFrom(lender: Lender): void;
  /** Calls the listener after each change of the state, before the change is acknowledged. */
  whenChanged(listener: () => void): void;
}
