import type { Sequence } from '../model/sequence.ts';

/** A segment of an index in memory, as other threads of this process can read it. */
export interface SegmentImage {
  /** Unique within this process; names the same buffer in every image. */
  readonly id: number;
  readonly buffer: SharedArrayBuffer;
  /** Its deleted documents, a bit each; undefined: none. */
  readonly deleted: { readonly bits: Uint32Array; readonly count: number } | undefined;
}

/** The state of an index in memory. Buffers are shared, not copied, and do not change. */
export interface IndexImage {
  /** Sequence of the last commit that it contains. */
  readonly position: Sequence;
  /** Which opening of which index it is a state of; part of the cursors of ranked scrolls. */
  readonly opening: number;
  /** Increases with every state of an opening. */
  readonly number: number;
  readonly segments: readonly SegmentImage[];
}

/** The state of an opening with this number, if a thread has kept it for a ranked scroll. */
export type Lender = (opening: number, number: number) => Promise<IndexImage | undefined>;

/** An index whose states other threads can read. */
export interface ImageSource {
  image(): IndexImage;
  /** Sequence of the last commit that it contains; cheaper than an image. */
  position(): Sequence;
  /** The state that a ranked scroll has kept; undefined when it has expired. */
  keptImage(opening: number, number: number): IndexImage | undefined;
  /** Finds the states that ranked scrolls of other threads have kept. */
  borrowFrom(lender: Lender): void;
  /** Calls the listener whenever the state has changed, before the change is acknowledged. */
  whenChanged(listener: () => void): void;
}
