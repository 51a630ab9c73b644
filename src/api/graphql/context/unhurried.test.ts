import { expect, it } from 'vitest';
import { turnsDuring } from '../../../../test/support/turns.ts';
import { unhurried } from './unhurried.ts';

it('hands out a long list with turns in between, and a short one as it is', async () => {
  const list = Array.from({ length: 1_000 }, (_, i) => i);
  expect(unhurried(list.slice(0, 100))).toEqual(list.slice(0, 100));
  const elements: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const element of unhurried(list)) elements.push(element);
  });
  expect(elements).toEqual(list);
  expect(turns).toBeGreaterThanOrEqual(8);
});
