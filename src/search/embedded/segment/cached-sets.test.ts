import { expect, it } from 'vitest';
import type { Expression } from '../../expression.ts';
import { setBit } from '../sets/bitmap.ts';
import { BitmapSet, toList, type DocSet } from '../sets/doc-set.ts';
import { DerivedCache } from './derived.ts';
import { CachedSets } from './cached-sets.ts';

const SIZE = 64;
const expression = (): Expression => ({ kind: 'or', of: [] });

it('caches expressions evaluated twice, with copies of scratch bitmaps, until the cache evicts them', () => {
  const cache = new DerivedCache(1_000);
  const sets = new CachedSets(cache);
  const words = new Uint32Array(SIZE / 32);
  setBit(words, 7);
  const found: readonly DocSet[] = [
    new BitmapSet(words),
    { kind: 'list', docs: Uint32Array.of(7) },
    { kind: 'except', docs: Uint32Array.of(7) },
  ];
  const expected = found.map((docs) => toList(docs, SIZE).join());
  const asked = found.map(expression);
  for (const [i, docs] of found.entries()) {
    const one = asked[i] ?? expression();
    sets.add(one, docs);
    expect(sets.get(one)).toBeUndefined();
    sets.add(one, docs);
  }
  words.fill(0);
  const listed = asked.map((one) => {
    const docs = sets.get(one);
    return docs && toList(docs, SIZE).join();
  });
  expect(listed).toEqual(expected);
  expect(sets.get(expression())).toBeUndefined();

  const large = expression();
  for (let time = 0; time < 2; time++) sets.add(large, { kind: 'list', docs: new Uint32Array(400) });
  expect(asked.map((one) => sets.get(one))).toEqual([undefined, undefined, undefined]);
});
