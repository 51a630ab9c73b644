import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayText, decimalText, parseDay, parseMoment } from './scalar-text.ts';

describe('parseDay', () => {
  it.each([
    ['2020-10-01', 1_601_510_400_000],
    ['1970-01-01', 0],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['0001-01-01', -62_135_596_800_000],
  ])('reads %s', (text, time) => expect(parseDay(text)).toBe(time));

  it.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '2024-01-01T00:00:00Z', '01.02.2024', ''])(
    'rejects %j',
    (text) => expect(parseDay(text)).toBeUndefined(),
  );
});

describe('dayText', () => {
  it.each([
    [1_601_510_400_000, '2020-10-01'],
    [1_601_596_799_999, '2020-10-01'],
    [-1, '1969-12-31'],
    [-62_135_596_800_000, '0001-01-01'],
    [253_402_300_800_000, undefined],
    [-8.64e15, undefined],
    [1e300, undefined],
    [Number.NaN, undefined],
  ])('writes %d as %s', (time, text) => expect(dayText(time)).toBe(text));
});

describe('parseMoment', () => {
  it('accepts epoch milliseconds and days, but no fractions', () => {
    expect(parseMoment('1601510400000')).toBe(1_601_510_400_000);
    expect(parseMoment('-5')).toBe(-5);
    expect(parseMoment('2020-10-01')).toBe(1_601_510_400_000);
    expect(parseMoment('1.5')).toBeUndefined();
  });
});

describe('decimalText', () => {
  it.each([
    [30, '30.0'],
    [0, '0.0'],
    [-0.5, '-0.5'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e20, '100000000000000000000.0'],
    [1e21, '1000000000000000000000.0'],
    [-1.5e21, '-1500000000000000000000.0'],
    [1.25e23, '125000000000000000000000.0'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}.0`],
  ])('writes %d as %s', (value, text) => expect(decimalText(value)).toBe(text));

  it('is the same number, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimalText(value)).toMatch(/^-?\d+\.\d+$/);
        expect(Number(decimalText(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
