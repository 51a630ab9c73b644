import { describe, expect, it } from 'vitest';
import { asNumber, numberOfText } from './number-text.ts';

describe('numberOfText', () => {
  it.each([
    ['30', 30],
    [' 30.0 ', 30],
    ['-2.5e3', -2500],
    ['+7', 7],
    ['0.1', 0.1],
    ['9007199254740992', 2 ** 53],
    ['-0009007199254740994', -(2 ** 53) - 2],
  ])('reads %j', (text, number) => {
    expect(numberOfText(text)).toBe(number);
  });

  it.each([
    '',
    ' ',
    'foo',
    '30 days',
    'NaN',
    'Infinity',
    '1e400',
    '0x10',
    '1,5',
    '9007199254740993',
    '72057594037927952',
  ])('does not take %j for a number that a double holds', (text) => {
    expect(numberOfText(text)).toBeUndefined();
  });
});

describe('asNumber', () => {
  it('leaves what says no number', () => {
    for (const json of [{ string: 'foo' }, { double: 1 }, {}, null, 'x', 3])
      expect(asNumber(json)).toBe(json);
    expect(asNumber({ string: '30' })).toEqual({ double: 30 });
  });
});
