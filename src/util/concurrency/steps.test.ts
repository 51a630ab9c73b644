import { expect, it } from 'vitest';
import { cancellable } from './cancellation.ts';
import { inSteps, inStepsOfRead, type Steps } from './steps.ts';

it('runs no step of a read after it is cancelled', async () => {
  const nobodyWaits = new Error('nobody waits');
  const cancellation: { reason: Error | undefined } = { reason: undefined };
  let done = 0;
  function* work(): Steps<void> {
    for (; done < 10; yield) if (++done === 3) cancellation.reason = nobodyWaits;
  }
  await expect(cancellable(cancellation, () => inStepsOfRead(work()))).rejects.toBe(nobodyWaits);
  expect(done).toBe(3);
  await expect(cancellable(cancellation, () => inStepsOfRead(work()))).rejects.toBe(nobodyWaits);
  expect(done).toBe(3);
  // Shared work continues, regardless of who started it.
  await cancellable(cancellation, () => inSteps(work()));
  expect(done).toBe(10);
});
