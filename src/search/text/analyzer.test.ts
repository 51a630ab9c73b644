import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeText, foldCase } from './analyzer.ts';

describe('analyzeText', () => {
  it.each<[string, string[], string[]]>([
    ['', [], []],
    [' - _ ?! ', [], []],
    ['sales orders 799', ['sales', 'orders', '799'], []],
    ['sales_orders-799.csv', ['sales', 'orders', '799', 'csv'], []],
    ['Sales of ORDERS', ['sales', 'of', 'orders'], []],
    ['orderId2', ['orderid2'], ['order', 'id2', 'id', '2']],
    ['HTTPServer', ['httpserver'], ['http', 'server']],
    ['v799', ['v799'], ['v', '799']],
    ['2026sales', ['2026sales'], ['2026', 'sales']],
    ['s3Bucket9f8e7', ['s3bucket9f8e7'], ['s3', 'bucket9f8e7', 's', '3']],
    ['t9fbe85a5_b', ['t9fbe85a5', 'b'], []],
    ['Été île', ['ete', 'ile'], []],
    ['e\u0301te\u0301', ['ete'], []],
    ['ÉtéÎle', ['eteile'], ['ete', 'ile']],
    ['straße Łódź SØREN', ['strasse', 'lodz', 'soren'], []],
    ['Æther Þór ıĞdır', ['aether', 'thor', 'igdir'], ['i', 'gdir']],
    ['ΟΔΟΣ', ['οδοσ'], []],
    ['東京タワー', ['東', '京', 'タワー'], []],
    ['हिन्दी', ['हिन्दी'], []],
    ['a\u{1f600}b', ['a', 'b'], []],
  ])('splits %j', (text, words, parts) => {
    expect(analyzeText(text)).toEqual({ words, parts });
  });

  it('is idempotent on its own words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        for (const word of analyzeText(text).words) expect(analyzeText(word).words).toEqual([word]);
      }),
    );
  });

  it('analyzes ASCII text like any other text', () => {
    const plain = fc.string({ unit: fc.constantFrom(...Array.from('abzAZ019_ .')), maxLength: 12 });
    fc.assert(
      // The last word forces the path for non-ASCII text.
      fc.property(plain, (text) => {
        const { words, parts } = analyzeText(`${text} é`);
        expect({ words: words.slice(0, -1), parts }).toEqual(analyzeText(text));
      }),
    );
  });
});

describe('foldCase', () => {
  it('makes texts equal that differ only in case', () => {
    expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδος'));
    expect(foldCase('Straße')).toBe('straße');
  });
});
