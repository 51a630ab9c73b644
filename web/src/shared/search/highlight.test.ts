import { describe, expect, it } from 'vitest';
import { excerptOf, piecesOf, piecesOfTyped, wordsOf } from './highlight.ts';

const marked = (text: string, query: string): string =>
  piecesOf(text, wordsOf(query))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

describe('words of a query in a text', () => {
  it.each([
    ['fct_orders by order', 'order', 'fct_[order]s by [order]'],
    ['reorder', 'order', 'reorder'],
    ['Contrats Clés', 'cles', 'Contrats [Clés]'],
    ['a (b) <i>c</i>', '(c "i"', 'a (b) <[i]>[c]</[i]>'],
    ['name of owners', '/q name:of AND owners', 'name [of] [owners]'],
    ['anything', '*', 'anything'],
    ['😀 smile', 'smile', '😀 [smile]'],
  ])('%s for %s: %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('are in the excerpt of a long text', () => {
    const text = `${'x '.repeat(200)}orders ${'y '.repeat(200)}`;
    expect(excerptOf(text, ['orders'], 100)).toMatch(/^….*orders.*…$/u);
    expect(excerptOf(text, ['none'], 100).length).toBeLessThan(102);
    expect(excerptOf('short', ['none'], 100)).toBe('short');
  });
});

it('marks what was typed within a name, or its words', () => {
  const marked = (name: string, typed: string): string =>
    piecesOfTyped(name, typed)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('');
  expect(marked('reorders', 'Order')).toBe('re[order]s');
  expect(marked('Été à la mer', 'ete')).toBe('[Été] à la mer');
  expect(marked('orders by day', 'day ord')).toBe('[ord]ers by [day]');
  expect(marked('a.b', '.')).toBe('a[.]b');
  expect(marked('orders', '')).toBe('orders');
});
