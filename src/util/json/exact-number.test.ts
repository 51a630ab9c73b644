import { expect, it } from 'vitest';
import { roundedTo, roundingProblem } from './exact-number.ts';

it('knows the whole numbers whose digits a double keeps', () => {
  const kept = ['0', '-0', '7', '007', '9007199254740991', '9007199254740992', `+12${'0'.repeat(30)}`];
  for (const text of [...kept, '', '1.00000000000000000001', '1e400', 'x'])
    expect(roundedTo(text)).toBeUndefined();
});

it('knows them in every notation, and leaves fractions below 2^53 to the double', () => {
  const kept = [
    '9007199254740992.0',
    '9007199254740992.',
    '9.007199254740992e15',
    '9007199254740992000e-3',
    '1e23',
  ];
  const small = [
    '0.1',
    '1e-7',
    '.5',
    '123456789.123456789123456789',
    '4503599627370496.3',
    '9007199254740991.1',
  ];
  for (const text of [...kept, ...small, '1.7976931348623157e308', '2d', '.', 'e5', '2024-01-31'])
    expect(roundedTo(text)).toBeUndefined();
  const rounded = [
    '9007199254740993.0',
    '9.007199254740993e15',
    '0.0009007199254740993E+19',
    '900719925474099300e-2',
    '9007199254740991.5',
    '9007199254740992.5',
    '9007199254740993d',
  ];
  for (const text of rounded) {
    expect(roundedTo(text)).toMatch(/^900719925474099[24]$/);
    expect(roundedTo(`-${text}`)).toMatch(/^-900719925474099[24]$/);
  }
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
  const zeros = '0'.repeat(1_000_000);
  for (const text of [`${zeros}x`, `${zeros}.${zeros}x`, `1${zeros}1e9x`])
    expect(roundedTo(text)).toBeUndefined();
  expect(roundedTo(`9007199254740992.${zeros}1`)).toBe('9007199254740992');
});
