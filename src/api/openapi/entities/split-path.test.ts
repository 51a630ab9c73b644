import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathBehind, splitPath } from './split-path.ts';

describe('splitPath', () => {
  it.each([
    ['dataset/urn:li:dataset:(a,b/c,PROD)/status', ['dataset', 'urn:li:dataset:(a,b/c,PROD)', 'status']],
    ['dataset/urn%3Ali%3Adataset%3A%28a%2Cb%2Fc%2CPROD%29', ['dataset', 'urn:li:dataset:(a,b/c,PROD)']],
    ['tag/urn:li:tag:100%2525', ['tag', 'urn:li:tag:100%25']],
    ['tag/urn:li:tag:a)/status', ['tag', 'urn:li:tag:a)', 'status']],
    ['tag/', ['tag']],
    ['', []],
  ])('splits %s', (path, pieces) => {
    expect(splitPath(path)).toEqual(pieces);
  });

  it('refuses broken percent-encoding', () => {
    expect(() => splitPath('tag/%e9')).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });

  it('restores what was encoded', () => {
    const piece = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        // encodeURIComponent does not encode parentheses; unencoded ones would have to be balanced.
        const encode = (text: string): string =>
          encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');
        expect(splitPath(pieces.map(encode).join('/'))).toEqual(pieces);
      }),
    );
  });
});

describe('pathBehind', () => {
  it.each([
    ['/a/b?c=/d', '/a/', 'b'],
    ['/a/b#c', '/a/', 'b'],
    ['/a/b/c', '/a/', 'b/c'],
  ])('of %s behind %s is %s', (url, prefix, path) => {
    expect(pathBehind(url, prefix)).toBe(path);
  });
});
