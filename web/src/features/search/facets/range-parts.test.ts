import { describe, expect, it } from 'vitest';
import { dayOf, dayOfMoment, momentOf } from '../../../shared/search/days.ts';
import { partsOf, scaleOf } from './range-parts.ts';

const number = { name: 'n', label: 'n', kind: 'number', isListed: false } as const;
const date = { ...number, kind: 'date' } as const;

describe('the parts of a range', () => {
  it('cover it without gaps', () => {
    const parts = partsOf(0, 48, scaleOf(number, 0, 48));
    expect(parts.slice(0, 2)).toEqual([
      { from: '0', to: '2' },
      { from: '2', to: '4' },
    ]);
    expect(parts.at(-1)).toEqual({ from: '46' });
    expect(partsOf(5, 5, scaleOf(number, 5, 5))).toEqual([{}]);
  });

  it('are days for a date field', () => {
    const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 25)];
    expect(partsOf(from, to, scaleOf(date, from, to))[1]).toEqual({ from: '2024-01-02', to: '2024-01-03' });
  });
});

describe('the scale of a range', () => {
  it.each([
    [0, 730, 365.2, 365],
    [0, 1, 0.4567, 0.46],
    [-1e6, 1e6, 1234.5, 1235],
    [7, 7, 7, 7],
  ])('from %d to %d rounds %d to %d', (min, max, value, rounded) => {
    expect(scaleOf(number, min, max).round(value)).toBe(rounded);
  });

  it('parses its own output', () => {
    for (const text of ['1969-12-31', '2024-02-29']) expect(dayOf(momentOf(text) ?? 0)).toBe(text);
    expect(momentOf('2024-02-31x')).toBeUndefined();
    expect(dayOfMoment('1704067200000')).toBe('2024-01-01');
    expect(dayOfMoment('2024-01-01')).toBe('2024-01-01');
    expect(scaleOf(number, 0, 1).ofText(' ')).toBeUndefined();
  });
});
