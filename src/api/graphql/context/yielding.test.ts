import { expect, it } from 'vitest';
import { turnsDuring } from '../../../../test/support/turns.ts';
import { paced, yielding, yieldingShown } from './yielding.ts';

it('yields while showing a long list, and shows a short one at once', async () => {
  const double = (n: number): number => 2 * n;
  const list = Array.from({ length: 1_000 }, (_, i) => i);
  expect(yielding(list.slice(0, 100), double)).toEqual(list.slice(0, 100).map(double));
  const elements: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const element of yielding(list, double)) elements.push(element);
  });
  expect(elements).toEqual(list.map(double));
  expect(turns).toBeGreaterThanOrEqual(8);
});

it('paces a long list, and returns a short one unchanged', async () => {
  const list = Array.from({ length: 1_000 }, (_, i) => i);
  const short = list.slice(0, 100);
  expect(paced(short)).toBe(short);
  const elements: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const element of paced(list)) elements.push(element);
  });
  expect(elements).toEqual(list);
  expect(turns).toBeGreaterThanOrEqual(8);
});

it('yields while showing a long list without its null elements', async () => {
  const evenOnly = (n: number): number | null => (n % 2 === 0 ? n : null);
  const list = Array.from({ length: 1_000 }, (_, i) => i);
  expect(yieldingShown([1, 2, 3, 4], evenOnly)).toEqual([2, 4]);
  const elements: number[] = [];
  let mostAtOnce = 0;
  let atOnce = 0;
  const counted = (n: number): number | null => {
    if (atOnce === 0) setImmediate(() => (atOnce = 0));
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    return evenOnly(n);
  };
  for await (const element of yieldingShown(list, counted)) elements.push(element);
  expect(elements).toEqual(list.filter((n) => n % 2 === 0));
  expect(mostAtOnce).toBe(100);
});
