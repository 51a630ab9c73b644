import { describe, expect, it } from 'vitest';
import { numberText } from '../number-text.ts';
import { agoText, dayText, momentText } from './date-text.ts';

// The texts that `Intl` has for English, without its language data.
describe('texts without Intl', () => {
  it.each([0, -0, 7, 999, 1_000, -1_000, 12_345, 123_456, 1_234_567, 9_007_199_254_740_991])(
    'the number %d',
    (number) => {
      expect(numberText(number)).toBe((number === 0 ? 0 : number).toLocaleString('en'));
    },
  );

  it.each([0.25, -1_234.567_891, 1e21, 1e-7, Infinity])('the fraction or large number %d', (number) => {
    expect(numberText(number)).toBe(number.toLocaleString('en', { maximumFractionDigits: 20 }));
  });

  it.each([
    ...Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, month + 1, month, 59)),
    0,
    1e12,
  ])('the moment %d', (time) => {
    const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
    expect(momentText(time)).toBe(moment.format(time).replace('Sept', 'Sep'));
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
    expect(dayText(time)).toBe(day.format(time));
  });

  it.each([
    [0, 'just now'],
    [60_000, '1 minute ago'],
    [-180_000, 'in 3 minutes'],
    [7_200_000, '2 hours ago'],
    [86_400_000, 'yesterday'],
    [-86_400_000, 'tomorrow'],
    [3 * 86_400_000, '3 days ago'],
    [604_800_000, 'last week'],
    [2_629_800_000, 'last month'],
    [31_557_600_000, 'last year'],
    [-63_115_200_000, 'in 2 years'],
  ])('%d ms ago', (age, text) => {
    const now = Date.UTC(2026, 10, 28);
    expect(agoText(now - age, now)).toBe(text);
  });
});
