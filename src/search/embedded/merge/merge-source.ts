import type { Deletions } from '../segment/deletions.ts';
import type { Segment } from '../segment/segment.ts';

/** In a map from old to new numbers: what has no new number. */
export const DROPPED = 0xffffffff;

/** A segment that goes into a merge. */
export interface MergeSource {
  readonly segment: Segment;
  readonly deletions: Deletions;
}

/** A source whose documents have their new numbers; they ascend with the old ones. */
export interface MappedSource extends MergeSource {
  readonly docMap: Uint32Array;
}
