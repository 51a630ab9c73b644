import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('assigns places in order, up to their number', async () => {
  const slots = new Slots(2);
  const [first, second] = [slots.tryTake(), await slots.take()];
  expect(slots.tryTake()).toBeUndefined();
  const order: string[] = [];
  const waiting = ['a', 'b'].map(async (name) => {
    const slot = await slots.take();
    order.push(name);
    return slot;
  });
  first?.[Symbol.dispose]();
  const a = await waiting[0];
  expect(order).toEqual(['a']);
  expect(slots.tryTake()).toBeUndefined();
  second[Symbol.dispose]();
  (await waiting[1])?.[Symbol.dispose]();
  a?.[Symbol.dispose]();
  expect(order).toEqual(['a', 'b']);
  expect(slots.tryTake()).toBeDefined();
});
