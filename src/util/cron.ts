import { Cron } from 'croner';
import { messageOf } from '../errors.ts';

/** The times of a cron schedule. */
export interface CronTimes {
  /** The last time after `after` and not after `until`, in epoch ms; undefined when there is none. */
  lastWithin(after: number, until: number): number | undefined;
}

/** A problem with one part of a schedule. */
export interface CronProblem {
  readonly part: 'interval' | 'timezone';
  readonly message: string;
}

/** Maximum length of an expression and of the name of a time zone, in characters. */
const MOST_LENGTH = 200;

/**
 * Parses five fields (minute, hour, day of the month, month, day of the week), six with seconds first, or `@daily` and the
 * like, in an IANA time zone. As in DataHub, a day must fit both day fields. Where clocks go forward, a time that does not
 * exist is due right after the gap; where they go back, one that occurs twice is due once.
 */
export function parseCron(interval: string, timezone: string): CronTimes | CronProblem {
  const long = (['interval', 'timezone'] as const).find(
    (part) => ({ interval, timezone })[part].length > MOST_LENGTH,
  );
  if (long !== undefined)
    return { part: long, message: `is longer than ${MOST_LENGTH} characters. Shorten it.` };
  if (timezone === '' || !isTimezone(timezone)) {
    return {
      part: 'timezone',
      message: `'${timezone}' is not a time zone. Use an IANA name such as UTC or Europe/Berlin.`,
    };
  }
  try {
    // A date is a schedule of one time for the library.
    if (/T/i.test(interval) && /^\d{4}-/.test(interval)) throw new Error('it is a date');
    const cron = new Cron(interval, {
      paused: true,
      timezone,
      mode: '5-or-6-parts',
      domAndDow: true,
      sloppyRanges: true,
    });
    if (cron.nextRun(new Date(0)) === null) throw new Error('it matches no day');
    return { lastWithin: (after, until) => lastWithin(cron, after, until) };
  } catch (error) {
    const reason = messageOf(error)
      .replace(/^CronPattern: /, '')
      .replace(/\.$/, '');
    return {
      part: 'interval',
      message: `'${interval}' is not a cron expression: ${reason}. Use five fields, such as '0 2 * * *' for every day at 2:00.`,
    };
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false; // RangeError: unknown.
  }
}

function lastWithin(cron: Cron, after: number, until: number): number | undefined {
  // The last minute first: a schedule by seconds would be due thousands of times in an hour.
  for (const start of new Set([Math.max(after, until - 60_000), after])) {
    let last: number | undefined;
    let next = cron.nextRun(new Date(start));
    while (next !== null && next.getTime() <= until) {
      last = next.getTime();
      next = cron.nextRun(next);
    }
    if (last !== undefined) return last;
  }
  return undefined;
}
