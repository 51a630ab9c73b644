import { expect, it } from 'vitest';
import { partsOfLong } from './value-parts.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

it('are none for a value without long lists', () => {
  const value = { name: 'a', list: numbers(4_096), empty: [] };
  expect(partsOfLong(value)).toBeUndefined();
});

it('have each element of a long list once, in order, and other members in the first one', () => {
  const value = { name: 'a', one: numbers(10_000), short: [1], other: numbers(5_000) };
  const parts = [...(partsOfLong(value) ?? [])];
  expect(parts).toHaveLength(4);
  expect(parts.flatMap(({ one = [] }) => one)).toEqual(value.one);
  expect(parts.flatMap(({ other = [] }) => other)).toEqual(value.other);
  expect(parts.map(({ name, short }) => [name, short])).toEqual([
    ['a', [1]],
    ...[1, 2, 3].map(() => [undefined, undefined]),
  ]);
});
