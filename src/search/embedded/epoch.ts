import type { SegmentView } from './segment/segment-view.ts';

/** An immutable snapshot of the index, for consistent reads. */
export interface Epoch {
  /** Increases with every new epoch of an opening. */
  readonly number: number;
  readonly views: readonly SegmentView[];
}

/** Size of the segments of an epoch, in bytes. */
export function byteLength({ views }: Epoch): number {
  return views.reduce((sum, { segment }) => sum + segment.sections.buffer.byteLength, 0);
}

/** Number of live documents in an epoch. */
export function documentCount(epoch: Epoch): number {
  return epoch.views.reduce((sum, view) => sum + view.liveCount, 0);
}
