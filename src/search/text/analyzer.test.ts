import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_WORD, analyzeQuery, analyzeText, foldCase } from './analyzer.ts';

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

  it.each(['a', 'A', 'é', 'σ', '1', 'タ', '\u{10400}'])('cuts long words of %j', (letter) => {
    const text = letter.repeat(2 * LONGEST_WORD + 1);
    const { words } = analyzeText(text);
    expect(words.every((word) => Array.from(word).length <= LONGEST_WORD)).toBe(true);
    expect(words.join('')).toBe(
      analyzeText(letter)
        .words.join('')
        .repeat(2 * LONGEST_WORD + 1),
    );
    expect(analyzeQuery(text).map(({ word }) => word)).toEqual(words);
  });

  it.each<[string, number]>([
    // As long as a request may be, and enough for V8 to overflow on one match.
    ['ςa', 2_100_000],
    ['\u{10400}a', 50_000],
    ['a\u0301\u0316', 50_000],
    ['\u0301\u0316', 50_000],
    ['\ufdfa', 10_000],
    ['aA1', 50_000],
  ])('takes a word of %j, %i times', (unit, times) => {
    const { words } = analyzeText(unit.repeat(times));
    expect(words.every((word) => Array.from(word).length <= LONGEST_WORD)).toBe(true);
  });

  it('finds the same words in long texts as in their parts', () => {
    const unit = fc.constantFrom(
      'Été',
      'île',
      ' ',
      '. ',
      '東京',
      'タワー',
      'か\u3099',
      '\u{20000}',
      'a-b',
      '㈱',
      'x1Y',
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 300, maxLength: 600 }), (units) => {
        const lines = Array.from({ length: 12 }, () => units.join(''));
        const each = lines.flatMap((line) => analyzeText(line).words);
        const together = analyzeText(lines.join(' ')).words;
        if (each.every((word) => word.length < LONGEST_WORD)) expect(together).toEqual(each);
      }),
      { numRuns: 20 },
    );
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
