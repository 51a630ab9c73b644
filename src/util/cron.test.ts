import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCron } from './cron.ts';

const at = (text: string): number => Date.parse(text);

/** The last due time in a window, as text. */
function due(interval: string, timezone: string, after: string, until: string): string | undefined {
  const times = parseCron(interval, timezone);
  if ('part' in times) throw new Error(times.message);
  const time = times.lastWithin(at(after), at(until));
  return time === undefined ? undefined : new Date(time).toISOString();
}

describe('a schedule', () => {
  it('is due at the end of a window, not at its beginning, and last of all', () => {
    expect(due('*/5 * * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:04:59.999Z')).toBeUndefined();
    expect(due('*/5 * * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z')).toBe(
      '2026-01-01T00:05:00.000Z',
    );
    expect(due('*/5 * * * *', 'UTC', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z')).toBe(
      '2026-01-01T00:00:00.000Z',
    );
    expect(due('*/5 * * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T01:03:00Z')).toBe(
      '2026-01-01T01:00:00.000Z',
    );
    expect(due('*/10 * * * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:59:59Z')).toBe(
      '2026-01-01T00:59:50.000Z',
    );
  });

  it('is never due in an empty window', () => {
    expect(due('* * * * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toBeUndefined();
    expect(due('* * * * * *', 'UTC', '2026-01-01T00:00:09Z', '2026-01-01T00:00:00Z')).toBeUndefined();
  });

  it('follows the clocks of its time zone', () => {
    const berlin = (day: string): string | undefined =>
      due('30 2 * * *', 'Europe/Berlin', `${day}T00:00:00Z`, `${day}T12:00:00Z`);
    expect(berlin('2026-03-28')).toBe('2026-03-28T01:30:00.000Z');
    // There is no 2:30 on this day, and two on the next one.
    expect(berlin('2026-03-29')).toBe('2026-03-29T01:00:00.000Z');
    expect(berlin('2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('requires both day fields, as in DataHub', () => {
    expect(due('0 0 1 * MON', 'UTC', '2026-10-31T12:00:00Z', '2026-11-30T12:00:00Z')).toBeUndefined();
    expect(due('0 0 1 * MON', 'UTC', '2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z')).toBe(
      '2027-02-01T00:00:00.000Z',
    );
  });

  it('equals a check of every minute', () => {
    const field = (below: number) => fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: below - 1 }));
    fc.assert(
      fc.property(field(60), field(24), fc.nat(2_000), fc.nat(200), (minute, hour, start, length) => {
        const [after, until] = [start * 60_000, (start + length) * 60_000];
        const fits = (time: number): boolean => {
          const date = new Date(time);
          return (
            (minute === undefined || date.getUTCMinutes() === minute) &&
            (hour === undefined || date.getUTCHours() === hour)
          );
        };
        let expected: number | undefined;
        for (let time = after + 60_000; time <= until; time += 60_000) if (fits(time)) expected = time;
        const times = parseCron(`${minute ?? '*'} ${hour ?? '*'} * * *`, 'UTC');
        expect('part' in times ? times : times.lastWithin(after, until)).toBe(expected);
      }),
    );
  });
});

describe('a wrong schedule', () => {
  it.each([
    [
      '61 * * * *',
      'UTC',
      'interval',
      "'61 * * * *' is not a cron expression: Invalid value for minute: 61. Use",
    ],
    ['', 'UTC', 'interval', "'' is not a cron expression"],
    ['* * *', 'UTC', 'interval', 'is not a cron expression'],
    ['* * * * * * 2030', 'UTC', 'interval', 'is not a cron expression'],
    ['2026-11-26T12:00:00', 'UTC', 'interval', 'is not a cron expression'],
    ['0 0 31 2 *', 'UTC', 'interval', 'it matches no day'],
    ['* * * * *', 'Nowhere/Else', 'timezone', "'Nowhere/Else' is not a time zone. Use an IANA name"],
    ['* * * * *', '', 'timezone', "'' is not a time zone"],
    ['* '.repeat(101), 'UTC', 'interval', 'is longer than 200 characters.'],
    ['* * * * *', 'x'.repeat(201), 'timezone', 'is longer than 200 characters.'],
  ])('%j in %j is named: its %s', (interval, timezone, part, message) => {
    expect(parseCron(interval, timezone)).toEqual({ part, message: expect.stringContaining(message) });
  });

  it.each(['0 0 * * SUN', '@daily', '0 12 ? * MON-FRI', '0 0 0 * * *', '0 0/5 * * *', '0 0 L * *'])(
    '%j is none',
    (interval) => expect(parseCron(interval, 'US/Pacific')).not.toHaveProperty('part'),
  );
});
