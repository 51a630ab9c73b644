import { describe, expect, it } from 'vitest';
import { parseMoment } from './moment.ts';

const NOW = Date.UTC(2026, 2, 10, 12);

describe('a moment', () => {
  it.each([
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    ['2026-03-01T14:30', Date.UTC(2026, 2, 1, 14, 30)],
    ['2026-03-01T14:30:15.250Z', Date.UTC(2026, 2, 1, 14, 30, 15, 250)],
    ['2026-03-01T14:30+02:00', Date.UTC(2026, 2, 1, 12, 30)],
    ['2h', NOW - 7_200_000],
    ['7d', NOW - 7 * 86_400_000],
    ['1900-01-01', 0],
  ])('%s is parsed', (text, expected) => {
    expect(parseMoment(text, NOW)).toBe(expected);
  });

  it.each(['', 'never', 'yesterday', '2026-02-30x', '2026-13-01', '0d', '5', '2026-03-01 14:30'])(
    '%s is refused',
    (text) => {
      expect(() => parseMoment(text, NOW)).toThrow(`'${text}' is no`);
    },
  );
});
