import type { FillProgress } from './fill-progress.ts';

/** Progress of several processes that fill an index from the store, in ranges of places. */
export interface SharedProgress extends FillProgress {
  /** Places in a range. */
  readonly size: number;
  /** Starts of the completed ranges beyond `place`, in any order. */
  readonly ahead: readonly number[];
  /** End of the last range; undefined until a process has reached it. */
  readonly end?: number;
}

/** Whether a range is neither completed nor beyond the last one. */
export function isOpenRange({ ahead, end = Infinity, place }: SharedProgress, begin: number): boolean {
  return place !== undefined && begin >= place && begin < end && !ahead.includes(begin);
}

/** Starts of the open ranges, ascending; infinite until the last range is known. */
export function* openRanges(progress: SharedProgress): Generator<number> {
  const { end = Infinity, place = end, size } = progress;
  for (let begin = place; begin < end; begin += size) if (isOpenRange(progress, begin)) yield begin;
}

/** A range that was read and written. */
export interface DoneRange {
  readonly begin: number;
  /** Number of its entities. */
  readonly entities: number;
  /** Whether the store has no entities beyond it. */
  readonly isLast: boolean;
}

/** The progress with a completed range added; the same object if it was already known. */
export function withRange(progress: SharedProgress, { begin, entities, isLast }: DoneRange): SharedProgress {
  if (progress.place === undefined || !isOpenRange(progress, begin)) return progress;
  const { ahead, end = Infinity, size } = progress;
  const last = Math.min(end, isLast ? begin + size : Infinity);
  const done = new Set([...ahead, begin]);
  let { place } = progress;
  while (done.delete(place)) place += size;
  return {
    ...progress,
    entities: progress.entities + entities,
    place: place < last ? place : undefined,
    ahead: [...done],
    ...(last < Infinity && { end: last }),
  };
}
