/** Calendar intervals for grouping points of a timeseries. */
export const CALENDAR_INTERVALS = ['MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;

export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Weeks start on Monday; 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Start of the UTC interval that contains `time`; both are epoch ms. */
export function startOfInterval(time: number, interval: CalendarInterval): number {
  switch (interval) {
    case 'MINUTE':
      return floorTo(time, MINUTE_MS);
    case 'HOUR':
      return floorTo(time, HOUR_MS);
    case 'DAY':
      return floorTo(time, DAY_MS);
    case 'WEEK':
      return floorTo(time - FIRST_MONDAY_MS, 7 * DAY_MS) + FIRST_MONDAY_MS;
    case 'MONTH':
      return startOfMonths(time, 1);
    case 'QUARTER':
      return startOfMonths(time, 3);
    case 'YEAR':
      return startOfMonths(time, 12);
  }
}

/** Added to the start of an interval, gives a time in the next one for any length of months. */
const INTO_NEXT_MS: Readonly<Record<CalendarInterval, number>> = {
  MINUTE: MINUTE_MS,
  HOUR: HOUR_MS,
  DAY: DAY_MS,
  WEEK: 7 * DAY_MS,
  MONTH: 32 * DAY_MS,
  QUARTER: 93 * DAY_MS,
  YEAR: 367 * DAY_MS,
};

/** Maximum number of empty intervals that are returned. */
export const MAX_EMPTY_INTERVALS = 10_000;

/**
 * Starts of the intervals missing between the first and the last of `starts`, which are ascending. Empty if more than
 * 10,000 are missing: two points can be decades apart.
 */
export function emptyIntervals(starts: readonly number[], interval: CalendarInterval): readonly number[] {
  const empty: number[] = [];
  for (let i = 1; i < starts.length; i++) {
    const [from = 0, to = 0] = [starts[i - 1], starts[i]];
    for (let at = startOfNext(from, interval); at < to; at = startOfNext(at, interval)) {
      if (empty.length === MAX_EMPTY_INTERVALS) return [];
      empty.push(at);
    }
  }
  return empty;
}

function startOfNext(start: number, interval: CalendarInterval): number {
  return startOfInterval(start + INTO_NEXT_MS[interval], interval);
}

function floorTo(time: number, length: number): number {
  return Math.floor(time / length) * length;
}

function startOfMonths(time: number, months: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), floorTo(date.getUTCMonth(), months), 1);
}
