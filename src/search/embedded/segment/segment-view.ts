import { subtract } from '../sets/combine.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { Deletions } from './deletions.ts';
import type { Segment } from './segment.ts';

/** A segment as one reader sees it: without what was deleted before. */
export class SegmentView {
  readonly segment: Segment;
  readonly deletions: Deletions;

  constructor(segment: Segment, deletions: Deletions) {
    this.segment = segment;
    this.deletions = deletions;
  }

  /** Number of documents that are not deleted. */
  get liveCount(): number {
    return this.segment.size - this.deletions.count;
  }

  /** Those of the set that are not deleted. */
  liveOf(set: DocSet): DocSet {
    return this.deletions.count === 0 ? set : subtract(set, this.deletions.set, this.segment.size);
  }
}
