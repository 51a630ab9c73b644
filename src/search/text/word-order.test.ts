import { expect, it } from 'vitest';
import { queryTerms } from './query-terms.ts';
import { MOST_ORDERED, weighOrder } from './word-order.ts';

const fields = [
  { field: 'name', boost: 10 },
  { field: 'id', boost: 4 },
  { field: 'description', boost: 1 },
];

it.each<[string, string[][][]]>([
  ['order', []],
  ['order order', []],
  [
    'rk turtles 7',
    [
      [['rk'], ['turtles', 'turtle']],
      [['turtles', 'turtle'], ['7']],
    ],
  ],
  [
    'orderItems 7',
    [
      [['order'], ['items']],
      [['items'], ['7']],
    ],
  ],
  ['7 ord* 8 9', [[['8'], ['9']]]],
])('%s has its pairs of words', (text, expected) => {
  const { pairs } = weighOrder(queryTerms(text), fields, 2, () => 1);
  expect(pairs.map(({ first, second }) => [first, second])).toEqual(expected);
});

it('weighs a pair by rarity and boost, in names that have both words', () => {
  const rarities = new Map([
    ['name:7', 3],
    ['name:8', 1],
    ['id:7', 3],
  ]);
  const rarityIn = (word: string, field: string): number => rarities.get(`${field}:${word}`) ?? 0;
  expect(weighOrder(queryTerms('7 8 9'), fields, 2, rarityIn).fields).toEqual([
    { field: 'name', worths: [5, 0] },
  ]);
});

it('reads no names of one match or too many', () => {
  const weigh = (matches: number) => weighOrder(queryTerms('7 8'), fields, matches, () => 1).pairs;
  expect(weigh(1)).toEqual([]);
  expect(weigh(2)).toHaveLength(1);
  expect(weigh(MOST_ORDERED)).toHaveLength(1);
  expect(weigh(MOST_ORDERED + 1)).toEqual([]);
});
