import { describe, expect, it } from 'vitest';
import { itemText, listText } from './list-text.ts';

describe('a list in a message', () => {
  it('is shown whole while it is short', () => {
    expect(listText(['a', 'b'])).toBe('a, b');
    expect(listText([])).toBe('');
    expect(listText(['a', 'b'], '; ')).toBe('a; b');
  });

  it('ends with the number of items that are not shown', () => {
    const items = Array.from({ length: 100_000 }, (_, i) => String(i));
    expect(listText(items)).toBe(`${items.slice(0, 20).join(', ')}, ... 99980 more`);
  });

  it('has at most 200 characters of each item', () => {
    expect(listText(['x'.repeat(1_000_000)])).toHaveLength(200);
    expect(itemText('short')).toBe('short');
  });
});
