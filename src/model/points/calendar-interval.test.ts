import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CALENDAR_INTERVALS,
  MAX_EMPTY_INTERVALS,
  emptyIntervals,
  startOfInterval,
} from './calendar-interval.ts';

const time = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
const interval = fc.constantFrom(...CALENDAR_INTERVALS);

describe('startOfInterval', () => {
  it.each([
    ['MINUTE', '2024-05-15T13:47:00.000Z'],
    ['HOUR', '2024-05-15T13:00:00.000Z'],
    ['DAY', '2024-05-15T00:00:00.000Z'],
    ['WEEK', '2024-05-13T00:00:00.000Z'],
    ['MONTH', '2024-05-01T00:00:00.000Z'],
    ['QUARTER', '2024-04-01T00:00:00.000Z'],
    ['YEAR', '2024-01-01T00:00:00.000Z'],
  ] as const)('of a %s', (unit, start) => {
    const found = startOfInterval(Date.parse('2024-05-15T13:47:12.345Z'), unit);
    expect(new Date(found).toISOString()).toBe(start);
  });

  it('is not after the time, and is its own start', () => {
    fc.assert(
      fc.property(time, interval, (at, unit) => {
        const start = startOfInterval(at, unit);
        expect(start).toBeLessThanOrEqual(at);
        expect(startOfInterval(start, unit)).toBe(start);
      }),
    );
  });

  it('is monotonic', () => {
    fc.assert(
      fc.property(time, time, interval, (a, b, unit) => {
        const [first, second] = a < b ? [a, b] : [b, a];
        expect(startOfInterval(first, unit)).toBeLessThanOrEqual(startOfInterval(second, unit));
      }),
    );
  });
});

describe('empty intervals', () => {
  it('fill what is between others without a gap, and only that', () => {
    const near = fc.integer({ min: 0, max: 400 }).map((days) => Date.UTC(2023, 10, 1) + days * 86_400_000);
    fc.assert(
      fc.property(
        fc.array(near),
        fc.constantFrom('DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'),
        (times, unit) => {
          const starts = [...new Set(times.map((at) => startOfInterval(at, unit)))].sort((a, b) => a - b);
          const [first = 0, last = -1] = [starts[0], starts.at(-1)];
          const all = new Set<number>();
          for (let at = first; at <= last; at += 86_400_000) all.add(startOfInterval(at, unit));
          expect(emptyIntervals(starts, unit)).toEqual([...all].filter((at) => !starts.includes(at)));
        },
      ),
    );
  });

  it('are none if there are too many', () => {
    const day = 86_400_000;
    expect(emptyIntervals([0, (MAX_EMPTY_INTERVALS + 1) * day], 'DAY')).toHaveLength(MAX_EMPTY_INTERVALS);
    expect(emptyIntervals([0, (MAX_EMPTY_INTERVALS + 2) * day], 'DAY')).toEqual([]);
  });
});
