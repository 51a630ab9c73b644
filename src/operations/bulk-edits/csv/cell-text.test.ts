import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, guarded, unguarded, valuesOf } from './cell-text.ts';

const TEXT = fc.string({
  unit: fc.constantFrom(
    'a',
    '\\',
    '|',
    ' ',
    '\n',
    "'",
    '=',
    '-',
    '1',
    ',',
    '"',
    'ö',
    ';',
    '\t',
    '＝',
    '\u00a0',
    '\u200b',
    '\u2028',
    '\v',
    '\u0085',
  ),
});

describe('the text of a cell', () => {
  it('reads back any values that are not empty', () => {
    fc.assert(
      fc.property(fc.array(TEXT.filter((text) => text !== '')), (values) => {
        expect(valuesOf(cellText(values))).toEqual(values);
      }),
    );
  });

  it('trims spaces around values', () => {
    expect(valuesOf(' red |  light blue|| ')).toEqual(['red', 'light blue']);
    expect(valuesOf('a\\|b|c\\')).toEqual(['a|b', 'c\\']);
    expect(valuesOf('  ')).toEqual([]);
  });

  it('guards only formulas, and restores any text', () => {
    expect(cellText(['a;=cmd()', 'b\t @x', 'c=1;d'])).toBe('a;\\=cmd()|b\t \\@x|c=1;d');
    expect(['\n=1', '＝1', '＠x'].map(guarded)).toEqual(["'\n=1", "'＝1", "'＠x"]);
    for (const space of [' ', '\v', '\f', '\u0001', '\u0085', '\u00a0', '\u2028', '\u200b', '\ufeff']) {
      expect(guarded(`${space}=1+1`)).toBe(`'${space}=1+1`);
      expect(cellText([`x;${space}=1+1;y`])).toBe(`x;${space}\\=1+1;y`);
    }
    expect(['=1+1', '@x', '+a', '-', "'=x", '-5', '+1.5e3', 'a=b', "'quoted'"].map(guarded)).toEqual([
      "'=1+1",
      "'@x",
      "'+a",
      "'-",
      "''=x",
      '-5',
      '+1.5e3',
      'a=b',
      "'quoted'",
    ]);
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(unguarded(guarded(text))).toBe(text);
      }),
    );
  });
});
