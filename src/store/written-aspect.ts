import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { Sequence } from '../model/sequence.ts';
import type { AspectRow, FormerVersion } from './entity-rows.ts';

/** An aspect and a commit that wrote it. */
export interface WrittenKey extends AspectKey {
  readonly sequence: Sequence;
}

/** What one commit wrote to an aspect, where it is kept. */
export interface WrittenAspect {
  /** The version as the commit left it; undefined: not kept, or the commit left none. */
  readonly row: AspectRow | undefined;
  /** The version before it; undefined: none, or not kept. */
  readonly before: AspectRow | undefined;
  /** Whether `before` is exact: false if the previous version is not kept. */
  readonly isBeforeKnown: boolean;
  /** The kept points that the commit wrote to a timeseries aspect, oldest first. */
  readonly points: readonly Aspect[];
}

/** Number of characters of the values. */
export function lengthOf({ before, points, row }: WrittenAspect): number {
  const ofPoints = points.reduce((sum, { text }) => sum + text.length, 0);
  return (before?.aspect.text.length ?? 0) + (row?.aspect.text.length ?? 0) + ofPoints;
}

export const NOTHING_WRITTEN: WrittenAspect = {
  row: undefined,
  before: undefined,
  isBeforeKnown: false,
  points: [],
};

/**
 * What a commit wrote to a versioned aspect. `versions`: the latest version with number 0, then former ones, newest
 * first; may end with the first version of an earlier commit.
 */
export function writtenAmong(versions: Iterable<FormerVersion>, sequence: Sequence): WrittenAspect {
  let row: AspectRow | undefined;
  let first: FormerVersion | undefined;
  for (const version of versions) {
    const written = version.row.aspect.sequence;
    if (written > sequence) continue;
    if (written < sequence) {
      if (row === undefined || first === undefined) return NOTHING_WRITTEN;
      const follows = numberIn(version.row) + 1 === numberIn(first.row);
      return { row, before: follows ? version.row : undefined, isBeforeKnown: follows, points: [] };
    }
    // One commit may write several versions.
    row ??= version.row;
    first = version;
  }
  if (row === undefined || first === undefined) return NOTHING_WRITTEN;
  const isFirst = first.version === 1 || (first.version === 0 && numberIn(first.row) === 1);
  return { row, before: undefined, isBeforeKnown: isFirst, points: [] };
}

/** Counter of the write that made a version; retention and rollbacks leave gaps. DataHub's old rows have none. */
export function numberIn({ aspect }: AspectRow): number {
  return Number(aspect.systemMetadata.version ?? 0);
}
