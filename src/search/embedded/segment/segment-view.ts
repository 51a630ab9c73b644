import { subtract } from '../sets/combine.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { Deletions } from './deletions.ts';
import type { Segment } from './segment.ts';

/** A segment with the deletions that apply to one reader. */
export class SegmentView {
  readonly segment: Segment;
  readonly deletions: Deletions;

  constructor(segment: Segment, deletions: Deletions) {
    this.segment = segment;
    this.deletions = deletions;
  }

  /** Number of live documents. */
  get liveCount(): number {
    return this.segment.size - this.deletions.count;
  }

  /** Removes deleted documents from a set. */
  liveOf(set: DocSet): DocSet {
    return this.deletions.count === 0 ? set : subtract(set, this.deletions.set, this.segment.size);
  }
}
