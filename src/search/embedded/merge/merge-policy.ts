import type { LiveSegment } from '../live-segment.ts';

/** When segments are merged. */
export interface MergeLimits {
  /** Number of segments of the same size tier that are merged into one. */
  readonly fanout: number;
  /** Segments up to this many documents are in the lowest tier. */
  readonly smallest: number;
  /**
   * Merges of more documents than this, which may take seconds, run separately, so that small ones do not wait for
   * them.
   */
  readonly large: number;
  /** Time in ms without writes after which `pickQuietMerge` applies. */
  readonly quietMs: number;
}

/** Share of deleted documents above which a segment is rewritten without them. */
const MOST_DELETED = 0.3;

/** Segments to merge next, of those that are not being merged; undefined when no merge is due. */
export function pickMerge(
  segments: readonly LiveSegment[],
  limits: MergeLimits,
  isLarge: boolean,
): LiveSegment[] | undefined {
  const free = segments.filter((live) => !live.isMerging);
  const fits = (group: readonly LiveSegment[]) => documentsOf(group) > limits.large === isLarge;
  const dirty = free.filter((live) => live.segment.size - live.liveCount > live.segment.size * MOST_DELETED);
  const single = dirty.find((live) => fits([live]));
  if (single !== undefined) return [single];
  const tiers = new Map<number, LiveSegment[]>();
  for (const live of free) {
    const tier = tierOf(live.liveCount, limits);
    tiers.set(tier, [...(tiers.get(tier) ?? []), live]);
  }
  const due = [...tiers].filter(([, group]) => group.length >= limits.fanout && fits(group));
  return due.sort(([a], [b]) => a - b)[0]?.[1];
}

/**
 * Segments to merge while nothing is written: in ascending order of size, up to the last that is at most twice as large
 * as all before it together. This leaves few segments, which every query has to visit, without rewriting large ones
 * after a single write.
 */
export function pickQuietMerge(
  segments: readonly LiveSegment[],
  limits: MergeLimits,
  isLarge: boolean,
): LiveSegment[] | undefined {
  const free = segments.filter((live) => !live.isMerging).sort((a, b) => a.liveCount - b.liveCount);
  let before = 0;
  let taken = 0;
  free.forEach(({ liveCount }, i) => {
    if (i > 0 && liveCount <= 2 * before) taken = i + 1;
    before += liveCount;
  });
  const group = free.slice(0, taken);
  return taken > 0 && documentsOf(group) > limits.large === isLarge ? group : undefined;
}

function tierOf(documents: number, { fanout, smallest }: MergeLimits): number {
  return documents <= smallest ? 0 : Math.floor(Math.log(documents / smallest) / Math.log(fanout)) + 1;
}

function documentsOf(segments: readonly LiveSegment[]): number {
  return segments.reduce((sum, live) => sum + live.liveCount, 0);
}
