import { Deletions } from '../segment/deletions.ts';
import { DerivedCache } from '../segment/derived.ts';
import { Segment } from '../segment/segment.ts';
import { mergeSegments, type MergedSegment } from './merge-segments.ts';

/** A segment to merge, in a form that other threads can read. */
export interface MergeInput {
  readonly buffer: SharedArrayBuffer;
  /** Bitmap of its deleted documents. */
  readonly deleted: Uint32Array;
}

/** Merges segments, in this thread or another one. */
export interface MergeRunner {
  run(inputs: readonly MergeInput[]): Promise<MergedSegment>;
  /** Aborts running merges, which then reject. */
  stop(): Promise<void>;
}

/** Merges synchronously. */
export function mergeInputs(inputs: readonly MergeInput[]): MergedSegment {
  // A merge reads each column once, so caching derived values gains nothing.
  const cache = new DerivedCache(0);
  const sources = inputs.map(({ buffer, deleted }) => ({
    segment: new Segment(buffer, cache),
    deletions: new Deletions(deleted),
  }));
  return mergeSegments(sources);
}
