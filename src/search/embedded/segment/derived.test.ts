import { expect, it } from 'vitest';
import { Derived, DerivedCache } from './derived.ts';

it('keeps a size proportional to the index, and the most recently used values', () => {
  const cache = new DerivedCache(100);
  let computed = 0;
  const values = Array.from({ length: 10 }, () => {
    const compute = (): number => ++computed;
    return new Derived(cache, compute, () => 50);
  });
  const askTwice = (): number => {
    computed = 0;
    for (const value of [...values, ...values]) value.get();
    return computed;
  };
  expect(askTwice()).toBe(20);
  cache.fitTo(8 * 10 * 50);
  expect(askTwice()).toBe(8);
  expect(values.filter(({ isReady }) => isReady)).toHaveLength(10);
  cache.fitTo(0);
  new Derived(
    cache,
    () => 0,
    () => 50,
  ).get();
  expect(values.filter(({ isReady }) => isReady)).toEqual(values.slice(-1));
});
