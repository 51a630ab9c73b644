import { expect, it } from 'vitest';
import { EditRows, mostEdits } from './edit-rows.ts';

it.each([
  ['custmer', 'customer', 1],
  ['cusotmer', 'customer', 1],
  ['kustomer', 'customer', 1],
  ['ustomar', 'customer', 2],
  ['customer', 'customer', 0],
])('the distance of %s and %s is %d', (word, text, distance) => {
  const rows = new EditRows(word);
  // Rows of an earlier text with the same beginning are kept.
  rows.distance('custody', 2);
  expect(rows.distance(text, 2)).toEqual({ distance });
});

it('returns the beginning with which no text is near', () => {
  expect(new EditRows('customer').distance('orders', 2)).toEqual({ beyond: 3 });
});

it('allows no error in short words, one in longer ones and two in long ones', () => {
  expect(['ab', 'abc', 'abcde', 'abcdef'].map(mostEdits)).toEqual([0, 1, 1, 2]);
});
