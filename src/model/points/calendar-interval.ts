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

function floorTo(time: number, length: number): number {
  return Math.floor(time / length) * length;
}

function startOfMonths(time: number, months: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), floorTo(date.getUTCMonth(), months), 1);
}
