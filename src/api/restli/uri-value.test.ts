import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUriValue, uriTexts } from './uri-value.ts';

const URN = 'urn:li:dataset:(urn:li:dataPlatform:s3,a b/c,PROD)';

/** Encodes a urn like DataHub's client: everything but letters, digits and `_.-~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

describe('parseUriValue', () => {
  it.each([
    ['urn%3Ali%3Atag%3Aa', 'urn:li:tag:a'],
    ['a+b%2Bc', 'a b+c'],
    ['', ''],
    ['List()', []],
    ['List(a,b)', ['a', 'b']],
    [`List(${encoded(URN)},b)`, [URN, 'b']],
    [`List(${URN},b)`, [URN, 'b']],
    [encoded('List(a,b)'), ['a', 'b']],
    [encoded(`List(${encoded(URN)})`), [URN]],
    ['List(a%2Cb)', ['a,b']],
    ["List('',a)", ['', 'a']],
    ['List(List(a),List())', [['a'], []]],
  ])('reads %s', (raw, value) => {
    expect(parseUriValue(raw)).toEqual(value);
  });

  it('reads records', () => {
    const value = parseUriValue(`List((urn:${encoded(URN)},versionStamp:a%3A1))`);
    expect(value).toEqual([
      new Map([
        ['urn', URN],
        ['versionStamp', 'a:1'],
      ]),
    ]);
  });

  it('restores every list of texts that a client encodes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (texts) => {
        const raw = `List(${texts.map(encoded).join(',')})`;
        expect(parseUriValue(raw)).toEqual(texts);
        expect(parseUriValue(encoded(raw))).toEqual(texts);
      }),
    );
  });

  it('refuses deep nesting', () => {
    expect(parseUriValue(`${'List('.repeat(20)}a${')'.repeat(20)}`)).toBeInstanceOf(Array);
    for (const open of ['List(', '(a:']) {
      const text = `${open.repeat(1_000_000)}a${')'.repeat(1_000_000)}`;
      expect(() => parseUriValue(text)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
    }
  });

  it('throws only CatalogError, for any input', () => {
    fc.assert(
      fc.property(fc.string(), (raw) => {
        for (const text of [raw, `List(${raw})`, `(a:${raw})`]) {
          try {
            uriTexts(parseUriValue(text), 'at');
          } catch (error) {
            expect(error).toMatchObject({ name: 'CatalogError' });
          }
        }
      }),
    );
  });
});
