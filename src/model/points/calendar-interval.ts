/** Stretches of the calendar that points are grouped by. */
export const CALENDAR_INTERVALS = ['MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;

export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The first day of the epoch was a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the stretch that holds a time begins, in UTC; both are epoch ms. */
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
