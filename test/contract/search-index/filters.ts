import { describe, expect, it } from 'vitest';
import { MATCH_ALL, type Expression } from '../../../src/search/expression.ts';
import { documentOf, urnOf } from '../search-documents.ts';
import { terms, numbers, not, keysOf } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** All kinds of conditions, on strings, numbers, multiple and missing values. */
export function describeFilters(driver: IndexDriver): void {
  const { apply, search, find, sorted } = driver;

  describe('filters', () => {
    driver.given(
      documentOf('a', { values: { team: ['Red'], size: [1], zones: ['x', 'y'] } }),
      documentOf('b', { values: { team: ['red'], size: [2, 20], zones: ['y'] } }),
      documentOf('c', { values: { team: ['blue_sky'], size: ['2'] } }),
      documentOf('d', { values: { team: [''], zones: ['z'] } }),
      documentOf('e', { type: 'chart', values: { team: ['red'] } }),
    );

    it('searches only the requested entity types', async () => {
      expect(await find(MATCH_ALL)).toEqual(['a', 'b', 'c', 'd']);
      expect(keysOf((await search({ entityTypes: ['chart'] })).hits)).toEqual(['e']);
      expect((await search({ entityTypes: ['chart', 'dataset', 'tag'] })).total).toBe(5);
      expect((await search({ entityTypes: ['tag'] })).total).toBe(0);
    });

    it.each<[string, Expression, string[]]>([
      ['none', { kind: 'none' }, []],
      ['one text', terms('team', 'red'), ['b']],
      ['one of several texts', terms('team', 'red', 'Red', 'nothing'), ['a', 'b']],
      ['no text', terms('team'), []],
      ['the empty text', terms('team', ''), ['d']],
      [
        'a text, ignoring case',
        { kind: 'terms', field: 'team', values: ['RED'], ignoreCase: true },
        ['a', 'b'],
      ],
      ['a text of several', terms('zones', 'y'), ['a', 'b']],
      ['an unknown field', terms('nothing', 'red'), []],
      ['a number', numbers('size', 2), ['b']],
      ['one of several numbers', numbers('size', 20, 1, 99), ['a', 'b']],
      ['a text that looks like a number', terms('size', '2'), ['c']],
      ['any value', { kind: 'exists', field: 'zones' }, ['a', 'b', 'd']],
      ['any value, text or number', { kind: 'exists', field: 'size' }, ['a', 'b', 'c']],
      [
        'a prefix, ignoring case',
        { kind: 'pattern', field: 'team', match: 'prefix', value: 'RE' },
        ['a', 'b'],
      ],
      ['a suffix, ignoring case', { kind: 'pattern', field: 'team', match: 'suffix', value: 'SKY' }, ['c']],
      ['a part', { kind: 'pattern', field: 'team', match: 'contains', value: 'e' }, ['a', 'b', 'c']],
      [
        'a pattern character as itself',
        { kind: 'pattern', field: 'team', match: 'contains', value: '_' },
        ['c'],
      ],
      [
        'a pattern never in numbers',
        { kind: 'pattern', field: 'size', match: 'contains', value: '2' },
        ['c'],
      ],
      ['numbers above', { kind: 'range', field: 'size', lower: { value: 1, inclusive: false } }, ['b']],
      ['numbers from', { kind: 'range', field: 'size', lower: { value: 1, inclusive: true } }, ['a', 'b']],
      ['numbers below', { kind: 'range', field: 'size', upper: { value: 2, inclusive: false } }, ['a']],
      [
        'any of several numbers',
        {
          kind: 'range',
          field: 'size',
          lower: { value: 3, inclusive: true },
          upper: { value: 30, inclusive: true },
        },
        ['b'],
      ],
      [
        'no number between values',
        {
          kind: 'range',
          field: 'size',
          lower: { value: 3, inclusive: true },
          upper: { value: 19, inclusive: true },
        },
        [],
      ],
      [
        'texts from',
        { kind: 'range', field: 'team', lower: { value: 'blue_sky', inclusive: true } },
        ['b', 'c'],
      ],
      [
        'texts above',
        { kind: 'range', field: 'team', lower: { value: 'blue_sky', inclusive: false } },
        ['b'],
      ],
      [
        'bounds that cross',
        {
          kind: 'range',
          field: 'size',
          lower: { value: 5, inclusive: true },
          upper: { value: 1, inclusive: true },
        },
        [],
      ],
      [
        'bounds of two kinds',
        {
          kind: 'range',
          field: 'size',
          lower: { value: '0', inclusive: true },
          upper: { value: 9, inclusive: true },
        },
        [],
      ],
      ['a negated condition', not(terms('team', 'red', 'Red')), ['c', 'd']],
      ['documents without the field', not({ kind: 'exists', field: 'zones' }), ['c']],
      ['both', { kind: 'and', of: [terms('zones', 'y'), terms('team', 'red')] }, ['b']],
      ['either', { kind: 'or', of: [terms('zones', 'z'), terms('team', 'red')] }, ['b', 'd']],
      ['an empty AND', { kind: 'and', of: [] }, ['a', 'b', 'c', 'd']],
      ['an empty OR', { kind: 'or', of: [] }, []],
      [
        'nested',
        {
          kind: 'and',
          of: [
            { kind: 'or', of: [terms('team', 'Red', 'red'), numbers('size', 2)] },
            not(terms('zones', 'x')),
          ],
        },
        ['b'],
      ],
      ['an urn', terms('urn', urnOf('c'), urnOf('nothing')), ['c']],
      ['every urn', { kind: 'exists', field: 'urn' }, ['a', 'b', 'c', 'd']],
      [
        'a prefix of a urn, ignoring case',
        { kind: 'pattern', field: 'urn', match: 'prefix', value: 'URN:LI:DATASET:A' },
        ['a'],
      ],
      ['a suffix of a urn', { kind: 'pattern', field: 'urn', match: 'suffix', value: ':d' }, ['d']],
    ])('finds %s', async (_, where, expected) => {
      expect(await find(where)).toEqual(expected);
    });

    it('takes -0 for 0', async () => {
      await apply(
        documentOf('zero', { values: { size: [-0] } }),
        documentOf('zero2', { values: { size: [0] } }),
      );
      expect(await find(numbers('size', -0))).toEqual(['zero', 'zero2']);
      expect(
        await find({
          kind: 'range',
          field: 'size',
          lower: { value: 0, inclusive: true },
          upper: { value: -0, inclusive: true },
        }),
      ).toEqual(['zero', 'zero2']);
    });

    it('orders texts by UTF-16 code unit', async () => {
      await apply(
        documentOf('astral', { values: { sign: ['\u{1f600}'] } }),
        documentOf('bmp', { values: { sign: ['\uffee'] } }),
      );
      expect(
        await find({ kind: 'range', field: 'sign', upper: { value: '\uf000', inclusive: true } }),
      ).toEqual(['astral']);
      expect(await sorted({ field: 'sign', descending: false })).toEqual([
        'astral',
        'bmp',
        'a',
        'b',
        'c',
        'd',
      ]);
    });

    it('distinguishes values that differ only in a separator', async () => {
      const values = ['a.b', 'a_b', 'a~b', 'a/b', 'a%2Fb', 'a\u241fb', 'a b'];
      await apply(...values.map((value, i) => documentOf(`v${i}`, { values: { dotted: [value] } })));
      for (const [i, value] of values.entries())
        expect(await find(terms('dotted', value))).toEqual([`v${i}`]);
    });
  });
}
