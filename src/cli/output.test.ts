import { describe, expect, it } from 'vitest';
import { counted, printable, tableText } from './output.ts';

describe('tableText', () => {
  it('aligns columns without trailing spaces', () => {
    expect(
      tableText(
        ['A', 'LONG'],
        [
          ['x', ''],
          ['yyyy', 'z'],
        ],
      ),
    ).toBe('A     LONG\nx\nyyyy  z');
  });

  it('escapes control characters in values', () => {
    expect(tableText(['A'], [['\u001b[31mred\n']])).toBe('A\n\\u001b[31mred\\u000a');
    expect(printable('a\u202eb é 中')).toBe('a\\u202eb é 中');
  });
});

describe('counted', () => {
  it('agrees in number', () => {
    expect([counted(1, 'value'), counted(0, 'value')]).toEqual(['1 value', '0 values']);
  });
});
