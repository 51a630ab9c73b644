import type { LiveSegment } from '../live-segment.ts';

/** When segments are merged. */
export interface MergeLimits {
  /** So many segments of about the same size become one. */
  readonly fanout: number;
  /** Segments up to this size count as equally small. */
  readonly smallest: number;
  /** A merge of more documents than this is a large one, which may take seconds; small ones do not wait for it. */
  readonly large: number;
  /** After so many ms without a write, segments are merged further than writing allows. */
  readonly quietMs: number;
}

/** Share of deleted documents at which a segment is written anew without them. */
const MOST_DELETED = 0.3;

/** Segments to merge next among those that are free; undefined when nothing is due. */
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
 * Segments to merge while nobody writes: the smallest ones, as many as are no more than twice as large as all before them
 * together. What remains has few segments, each question goes through each, and a single write makes none of the large
 * ones be written anew.
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
