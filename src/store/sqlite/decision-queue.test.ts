import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { slowClock } from '../../../test/support/slow-clock.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { DecisionQueue } from './decision-queue.ts';
import { noSnapshot } from './one-snapshot.ts';

beforeEach(slowClock);
afterEach(() => void vi.restoreAllMocks());

function* taking<T>(steps: number, end: () => T): Steps<T> {
  for (let step = 0; step < steps; step++) yield;
  return end();
}

describe('decisions in steps', () => {
  it('run one after another, in the order of the calls', async () => {
    const ended: string[] = [];
    const queue = new DecisionQueue(() => ended.push('free'), noSnapshot);
    const begin = (name: string, steps: number) => () => taking(steps, () => ended.push(name));
    const first = queue.run(begin('long', 5));
    const others = [queue.run(begin('short', 0)), queue.run(begin('other', 2))];
    void first.then(() => others.push(queue.run(begin('late', 0))));
    await first;
    await Promise.all(others);
    await queue.idle();
    expect(ended).toEqual(['long', 'free', 'short', 'free', 'other', 'free', 'late', 'free']);
  });

  it('leave the queue when they are refused', async () => {
    const queue = new DecisionQueue(() => undefined, noSnapshot);
    const refused = queue.run(() =>
      taking(2, () => {
        throw new Error('refused');
      }),
    );
    const next = queue.run(() => taking(0, () => 'next'));
    await expect(refused).rejects.toThrow('refused');
    expect(await next).toBe('next');
    await queue.idle();
    expect(queue.isBusy).toBe(false);
  });

  it('restart when a write that they were based on has failed', async () => {
    const queue = new DecisionQueue(() => undefined, noSnapshot);
    let begun = 0;
    const decided = queue.run(() => {
      begun++;
      return taking(3, () => begun);
    });
    expect(begun).toBe(1);
    queue.restart();
    expect(await decided).toBe(2);
    expect(await queue.run(() => taking(3, () => begun))).toBe(2);
  });
});
