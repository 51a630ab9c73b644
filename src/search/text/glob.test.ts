import { describe, expect, it } from 'vitest';
import { fitsGlob, longestText, parseGlob } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'ab', false],
    ['a*c', 'abbbc', true],
    ['a*c', 'ac', true],
    ['a*c', 'acb', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*b*', 'abc', true],
    ['*', '', true],
    ['?', '', false],
    ['?', '\u{1f600}', true],
    ['a\\*c', 'a*c', true],
    ['a\\*c', 'abc', false],
    ['a\\', 'a\\', true],
    ['', '', true],
  ])('%s and %s: %s', (glob, text, expected) => {
    expect(fitsGlob(text, parseGlob(glob))).toBe(expected);
  });

  it('is matched in bounded time, for any number of wildcards', () => {
    expect(fitsGlob('a'.repeat(5_000), parseGlob(`${'a*'.repeat(200)}b`))).toBe(false);
  });

  it('yields the longest text that every match contains', () => {
    expect(longestText(parseGlob('ab*cdef?g'))).toBe('cdef');
    expect(longestText(parseGlob('*'))).toBe('');
  });
});
