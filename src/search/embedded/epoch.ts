import type { SegmentView } from './segment/segment-view.ts';

/** One state of the index. It never changes, so whoever holds it reads consistently for as long as it likes. */
export interface Epoch {
  /** Counts up with every state that was ever read. */
  readonly number: number;
  readonly views: readonly SegmentView[];
}

/** Number of documents in a state. */
export function documentCount(epoch: Epoch): number {
  return epoch.views.reduce((sum, view) => sum + view.liveCount, 0);
}
