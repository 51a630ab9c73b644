import { expect, it } from 'vitest';
import { inDisplayOrder } from './in-display-order.ts';

const item = (name: string, order?: number, group?: string) => ({ name, order, group });

it('keeps groups together, in the order of their first property, and properties without a group last', () => {
  const items = [
    item('a', undefined, 'Z'),
    item('b'),
    item('c', 20, 'Z'),
    item('d', 10),
    item('e', 30, 'A'),
    item('f', -1, 'Z'),
  ];
  expect(inDisplayOrder(items).map(({ name }) => name)).toEqual(['f', 'c', 'a', 'e', 'd', 'b']);
});

it('keeps the given order without displays', () => {
  const items = [item('b'), item('a')];
  expect(inDisplayOrder(items)).toEqual(items);
});
