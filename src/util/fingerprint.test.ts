import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

describe('fingerprint', () => {
  it('is the same in every process', () => {
    expect(fingerprint('')).toBe('0bdcb81aee8d83');
    expect(fingerprint('colophon')).toBe(fingerprint('colophon'));
  });

  it('is 14 hexadecimal digits and differs for different texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(fingerprint(a)).toMatch(/^[0-9a-f]{14}$/);
        expect(fingerprint(a) === fingerprint(b)).toBe(a === b);
      }),
    );
  });
});
