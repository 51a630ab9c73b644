import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../text/analyzer.ts';
import {
  afterPrefix,
  decodeNumber,
  decodePair,
  decodeText,
  decodeValue,
  encodeFolded,
  encodeNumber,
  encodeText,
  fieldPrefix,
  foldedTerm,
  numbersPrefix,
  valueTerm,
} from './terms.ts';
import { effort } from '../../../../test/support/effort.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc
    .array(
      fc.constantFrom(0, 1, 2, 3, 4, 0x61, 0xd7ff, 0xd83d, 0xde00, 0xdfff, 0xe000, 0xf7ff, 0xf800, 0xffff),
      {
        maxLength: 4,
      },
    )
    .map((units) => String.fromCharCode(...units)),
);
const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 5e-324, -5e-324, Infinity, -Infinity));

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

describe('terms', () => {
  it('sort by bytes like texts by UTF-16 unit, and can be decoded', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Buffer.compare(Buffer.from(encodeText(a)), Buffer.from(encodeText(b)))).toBe(order(a, b));
        expect(Buffer.from(encodeText(a)).toString()).toBe(encodeText(a));
        expect(decodeText(encodeText(a))).toBe(a);
      }),
      { numRuns: effort(2000) },
    );
  });

  it('sort like numbers, and can be decoded', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(order(encodeNumber(a), encodeNumber(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(decodeNumber(encodeNumber(a)) === a).toBe(true);
      }),
    );
    expect(encodeNumber(-0)).toBe(encodeNumber(0));
  });

  it('of folded texts are equal exactly when the texts are', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(encodeFolded(a) === encodeFolded(b)).toBe(foldCase(a) === foldCase(b));
        expect(Buffer.from(encodeFolded(a)).toString()).toBe(encodeFolded(a));
      }),
    );
  });

  it('start with the prefix of their field and sort before its end', () => {
    const prefix = fieldPrefix('a');
    expect(valueTerm(prefix, 'b').startsWith(prefix)).toBe(true);
    expect(valueTerm(prefix, 'b').startsWith(fieldPrefix('ab'))).toBe(false);
    expect(valueTerm(prefix, 7) < afterPrefix(numbersPrefix(prefix))).toBe(true);
    expect(valueTerm(prefix, '') > afterPrefix(numbersPrefix(prefix))).toBe(true);
  });

  it('of a pair can be separated, for any texts', () => {
    fc.assert(
      fc.property(text, number, (a, b) => {
        expect(decodePair(`${valueTerm('', a)}\0${valueTerm('', b)}`)).toEqual([a, b === 0 ? 0 : b]);
      }),
    );
  });

  it('keep the beginning of texts that are too long, and stay distinct', () => {
    const long = '\uffee'.repeat(9000);
    const [one, other] = [valueTerm('', `${long}a`), valueTerm('', `${long}b`)];
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(32_766);
    expect(one).not.toBe(other);
    expect(long.startsWith(String(decodeValue(one)))).toBe(true);
    expect(Buffer.byteLength(foldedTerm('f', long + long))).toBeLessThanOrEqual(32_766);
    const usual = valueTerm(fieldPrefix('f'.repeat(500)), '語'.repeat(8191));
    expect(decodeValue(usual.slice(501))).toBe('語'.repeat(8191));
  });
});
