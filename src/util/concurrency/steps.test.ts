import { expect, it } from 'vitest';
import { inSteps } from './steps.ts';
import type { Steps } from './steps.ts';

it('does no step after the signal is aborted', async () => {
  const controller = new AbortController();
  const reason = new Error('nobody waits');
  let done = 0;
  function* work(): Steps<void> {
    for (; done < 10; yield) if (++done === 3) controller.abort(reason);
  }
  await expect(inSteps(work(), controller.signal)).rejects.toBe(reason);
  expect(done).toBe(3);
  await expect(inSteps(work(), controller.signal)).rejects.toBe(reason);
  expect(done).toBe(3);
  await inSteps(work());
  expect(done).toBe(10);
});
