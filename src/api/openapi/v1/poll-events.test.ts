import { afterEach, expect, it, vi } from 'vitest';
import { slowClock } from '../../../../test/support/slow-clock.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { inForm } from './poll-events.ts';

afterEach(() => vi.restoreAllMocks());

it('forms the events of a page one by one, and yields in between', async () => {
  slowClock();
  const formed: number[] = [];
  const values = [1, 2, 3].map((name) => () => {
    formed.push(name);
    return { name };
  });
  const page = inForm(values);
  expect(formed.length).toBeLessThan(3);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect(await page).toEqual(
    [1, 2, 3].map((name) => ({ contentType: 'application/json', value: `{"name":${name}}` })),
  );
  expect(formed).toEqual([1, 2, 3]);
});
