import { Deletions } from '../segment/deletions.ts';
import { DerivedCache } from '../segment/derived.ts';
import { Segment } from '../segment/segment.ts';
import { mergeSegments } from './merge-segments.ts';
import type { MergedSegment } from './merge-segments.ts';

/** A segment to merge in a form that another thread can read. */
export interface MergeInput {
  readonly buffer: SharedArrayBuffer;
  /** Bitmap of its deleted documents. */
  readonly deleted: Uint32Array;
}

/** Merges segments, here or in another thread. */
export interface MergeRunner {
  run(inputs: readonly MergeInput[]): Promise<MergedSegment>;
  /** Gives up what is under way. */
  stop(): Promise<void>;
}

/** Merges at once, which takes as long as it takes. */
export function mergeInputs(inputs: readonly MergeInput[]): MergedSegment {
  // A merge reads each column once, so nothing derived is worth keeping.
  const cache = new DerivedCache(0);
  const sources = inputs.map(({ buffer, deleted }) => ({
    segment: new Segment(buffer, cache),
    deletions: new Deletions(deleted),
  }));
  return mergeSegments(sources);
}
