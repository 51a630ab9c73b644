import type { Deletions } from '../segment/deletions.ts';
import type { Segment } from '../segment/segment.ts';

/** Entry of a map from old to new numbers for what was dropped. */
export const DROPPED = 0xffffffff;

/** A source segment of a merge. */
export interface MergeSource {
  readonly segment: Segment;
  readonly deletions: Deletions;
}

/** A source with the new numbers of its documents, which ascend with the old ones. */
export interface MappedSource extends MergeSource {
  readonly docMap: Uint32Array;
}
