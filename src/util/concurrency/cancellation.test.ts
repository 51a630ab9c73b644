import { expect, it } from 'vitest';
import { cancellable, nextTurnOfRead, throwIfCancelled, uncancellable } from './cancellation.ts';
import { nextTurn } from './next-turn.ts';

const REASON = new Error('nobody waits');

it('stops work at its next turn, with the work that it has started', async () => {
  const cancellation: { reason: Error | undefined } = { reason: undefined };
  let turns = 0;
  const part = async (): Promise<void> => {
    for (;;) {
      await nextTurnOfRead();
      if (++turns === 3) cancellation.reason = REASON;
    }
  };
  await expect(cancellable(cancellation, () => Promise.all([part(), part()]))).rejects.toBe(REASON);
  await nextTurn();
  expect(turns).toBe(3);
});

it('does not stop work that is not cancellable', async () => {
  await cancellable({ reason: REASON }, async () => {
    expect(throwIfCancelled).toThrow(REASON);
    await uncancellable(nextTurnOfRead);
  });
  throwIfCancelled();
});

it('does not stop shared work, regardless of who started it', async () => {
  await cancellable({ reason: REASON }, nextTurn);
});
