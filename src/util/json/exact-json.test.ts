import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonExactly } from './exact-json.ts';

describe('parseJsonExactly', () => {
  it('parses what JSON.parse parses', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJsonExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps whole numbers that serialise to the same digits', () => {
    const kept = [
      '9007199254740992',
      '-9007199254740994',
      '100000000000000000000',
      `12${'0'.repeat(30)}`,
      '0',
      '-0',
    ];
    for (const source of kept) expect(parseJsonExactly(source)).toBe(Number(source));
    expect(parseJsonExactly('[-0, 1.5e300, 9007199254740992]')).toEqual([-0, 1.5e300, 2 ** 53]);
  });

  it('refuses whole numbers that would be rounded, at any depth', () => {
    expect(() => parseJsonExactly('{"a": [{"b": 9007199254740993}]}')).toThrow(
      /^a\[0\]\.b: The number 9007199254740993 would be rounded to 9007199254740992: numbers are doubles, .* such as a property of type string\.$/,
    );
    for (const source of ['72057594037927952', '1234567890123456789012345']) {
      expect(() => parseJsonExactly(source)).toThrow('would be rounded');
    }
  });

  it('refuses numbers beyond the range of a double, even short ones', () => {
    for (const source of [`1${'0'.repeat(400)}`, '1e309', '-2E+400'])
      expect(() => parseJsonExactly(source)).toThrow('is too large');
    expect(() => parseJsonExactly('[0.5, 1e-400]')).toThrow(/^\[1\]: The number 1e-400 is too small/);
    expect(parseJsonExactly('[0e400, 1e308, 5e-324]')).toEqual([0, 1e308, 5e-324]);
  });

  it('accepts long digits in strings and decimals', () => {
    const text = '{"9007199254740993": "9007199254740993", "pi": 3.14159265358979323846}';
    expect(parseJsonExactly(text)).toEqual({ '9007199254740993': '9007199254740993', pi: Math.PI });
  });

  it('refuses what is not JSON', () => {
    expect(() => parseJsonExactly('{"a": 1')).toThrow(/^Malformed JSON: /);
    expect(() => parseJsonExactly('')).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});
