import { expect, it } from 'vitest';
import { roundedTo, roundingProblem } from './exact-number.ts';

it('knows the whole numbers whose digits a double keeps', () => {
  const kept = ['0', '-0', '7', '007', '9007199254740991', '9007199254740992', `+12${'0'.repeat(30)}`];
  for (const text of [...kept, '', '1.00000000000000000001', '1e400', 'x'])
    expect(roundedTo(text)).toBeUndefined();
});

it('tells what remains of the others', () => {
  expect(roundedTo('9007199254740993')).toBe('9007199254740992');
  expect(roundedTo('-9007199254740993')).toBe('-9007199254740992');
  expect(roundedTo('72057594037927952')).toBe('72057594037927950');
  expect(roundedTo('12345678901234567890123')).toBe('12345678901234568000000');
  expect(roundedTo('1'.repeat(400))).toBe('Infinity');
});

it('says what to do instead', () => {
  expect(roundingProblem('7')).toBeUndefined();
  expect(roundingProblem('9007199254740993')).toBe(
    'The number 9007199254740993 would be rounded to 9007199254740992: a number is a double, which keeps whole ' +
      'numbers up to 9007199254740991 and few beyond. Send a number that it keeps, or keep the digits in a text, ' +
      'such as a property of type string.',
  );
});

it('reads a long text without delay', () => {
  expect(roundedTo(`${'0'.repeat(1_000_000)}x`)).toBeUndefined();
});
