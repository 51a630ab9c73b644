import { expect, it } from 'vitest';
import { formatTsv, parseTsv } from './tsv.ts';

it.each([
  ['a', [['a']]],
  ['', [[]]],
  [
    'a\tb\r\nc\t\r\n',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"two\nlines"\t"a ""b"""', [['two\nlines', 'a "b"']]],
  ['say "x"\tb', [['say "x"', 'b']]],
  ['"open\tb', [['"open', 'b']]],
  ['\t', [['', '']]],
])('%j is parsed', (text, rows) => {
  expect(parseTsv(text)).toEqual(rows);
});

it('parses its own output', () => {
  const rows = [
    ['a', 'b\tc', ''],
    ['"', 'x\r\ny', 'z"z'],
  ];
  expect(parseTsv(formatTsv(rows))).toEqual(rows);
});
