import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalProblem, parseDecimal } from './decimal-number.ts';

it.each([
  ['30', 30],
  [' 30.0 ', 30],
  ['-2.5e3', -2500],
  ['+7', 7],
  ['0.1', 0.1],
  ['.5', 0.5],
  ['5.', 5],
  ['0e400', 0],
  ['-0.0', -0],
  ['5e-324', 5e-324],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  ['9007199254740992', 2 ** 53],
  ['-0009007199254740994', -(2 ** 53) - 2],
  ['9007199254740992000e-3', 2 ** 53],
  [`12${'0'.repeat(30)}`, 1.2e31],
  ['1e23', 1e23],
  ['123456789.123456789123456789', 123_456_789.123_456_79],
  ['9007199254740991.1', 9_007_199_254_740_991],
])('reads %j', (text, number) => {
  expect(parseDecimal(text)).toBe(number);
  expect(decimalProblem(text.trim())).toBeUndefined();
});

it.each([
  '',
  ' ',
  '.',
  '-',
  'e5',
  '1e',
  '+.',
  'foo',
  '30 days',
  '1,5',
  '1_000',
  '2024-01-31',
  '1 2',
  '--1',
  '5f',
  '1d',
  '30D',
  '1e3f',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '0b1',
  '1n',
  '٣',
])('does not read %j as a number', (text) => {
  expect(parseDecimal(text)).toBeUndefined();
  expect(decimalProblem(text)).toBeUndefined();
});

it.each([
  ['9007199254740993', 'would be rounded to 9007199254740992'],
  ['9007199254740993.0', 'would be rounded to 9007199254740992'],
  ['9.007199254740993e15', 'would be rounded to 9007199254740992'],
  ['0.0009007199254740993E+19', 'would be rounded to 9007199254740992'],
  ['900719925474099300e-2', 'would be rounded to 9007199254740992'],
  ['9007199254740991.5', 'would be rounded to 9007199254740992'],
  ['72057594037927952', 'would be rounded to 72057594037927950'],
  ['12345678901234567890123', 'would be rounded to 12345678901234568000000'],
  ['1e309', 'is too large'],
  ['1'.repeat(400), 'is too large'],
  ['1e-400', 'is too small'],
  [`0.${'0'.repeat(400)}1`, 'is too small'],
])('explains why a double cannot store %s', (text, problem) => {
  for (const [sign, kept] of [
    ['', ''],
    ['-', '-'],
  ] as const) {
    expect(parseDecimal(sign + text)).toBeUndefined();
    expect(decimalProblem(sign + text)).toContain(problem.replace('rounded to ', `rounded to ${kept}`));
  }
});

it('reads every finite number that JavaScript writes, or explains why it would be rounded', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = String(number);
      // Written with the shortest digits: beyond 2^53 they may not be those of the number, but they identify it.
      expect(parseDecimal(text)).toBe(number === 0 ? 0 : number);
    }),
  );
});

it('states what to send instead', () => {
  expect(decimalProblem('9007199254740993')).toBe(
    'The number 9007199254740993 would be rounded to 9007199254740992: numbers are doubles, which store whole ' +
      'numbers exactly up to 9007199254740991 and only some beyond. Send one of these, or the digits as a text, ' +
      'such as a property of type string.',
  );
  expect(decimalProblem('1e309')).toBe(
    'The number 1e309 is too large: numbers are doubles, at most 1.8e308. Send a smaller one, or the ' +
      'digits as a text, such as a property of type string.',
  );
});

it('reads a long text without delay', () => {
  const zeros = '0'.repeat(1_000_000);
  for (const text of [`${zeros}x`, `${zeros}.${zeros}x`, `1${zeros}1e9x`])
    expect(decimalProblem(text)).toBeUndefined();
  expect(decimalProblem(`9007199254740992.${zeros}1`)).toContain('rounded to 9007199254740992:');
});
