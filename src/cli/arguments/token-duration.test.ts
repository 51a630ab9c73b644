import { describe, expect, it } from 'vitest';
import { parseDuration } from './token-duration.ts';

describe('parseDuration', () => {
  it.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
    ['2w', 1_209_600_000],
    ['never', null],
  ])('reads %s', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each(['', '30', 'd', '0d', '-1d', '1.5h', '5y', 'Never', '99999999999d'])('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow(/is not a duration/);
  });
});
