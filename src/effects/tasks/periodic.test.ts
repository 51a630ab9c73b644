import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Periodic } from './periodic.ts';

const EVERY = 1_000;

describe('Periodic', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs at once and then periodically, without overlap', async () => {
    const ends: (() => void)[] = [];
    const work = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
    const periodic = new Periodic({
      name: 'work',
      every: EVERY,
      isDueAtOnce: true,
      work,
      failed: () => undefined,
    });
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3 * EVERY);
    expect(work).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(EVERY);
    expect(work).toHaveBeenCalledTimes(2);
    ends[1]?.();
    await periodic[Symbol.asyncDispose]();
  });

  it('waits one interval first when it is not due at once', async () => {
    const work = vi.fn(() => Promise.resolve());
    const parts = { name: 'work', every: EVERY, isDueAtOnce: false, work, failed: () => undefined };
    await using _periodic = new Periodic(parts);
    await vi.advanceTimersByTimeAsync(EVERY - 1);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('continues after failures, and reports the first of each series', async () => {
    const outcomes = [new Error('a'), new Error('b'), undefined, new Error('c')];
    const failures: unknown[] = [];
    await using _periodic = new Periodic({
      name: 'work',
      every: EVERY,
      isDueAtOnce: true,
      work: () => {
        const error = outcomes.shift();
        return error === undefined ? Promise.resolve() : Promise.reject(error);
      },
      failed: (error) => void failures.push(error),
    });
    await vi.advanceTimersByTimeAsync(4 * EVERY);
    expect(failures).toEqual([new Error('a'), new Error('c')]);
  });

  it('runs at once when it is woken, and again after the current run', async () => {
    const ends: (() => void)[] = [];
    const work = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
    const periodic = new Periodic({
      name: 'work',
      every: EVERY,
      isDueAtOnce: false,
      work,
      failed: () => undefined,
    });
    for (let i = 0; i < 3; i++) periodic.wake();
    expect(work).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    await periodic[Symbol.asyncDispose]();
  });

  it('aborts and awaits the current run when it is disposed', async () => {
    let hasEnded = false;
    const failed = vi.fn();
    const periodic = new Periodic({
      name: 'work',
      every: EVERY,
      isDueAtOnce: true,
      work: async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        hasEnded = true;
        signal.throwIfAborted();
      },
      failed,
    });
    await periodic[Symbol.asyncDispose]();
    expect(hasEnded).toBe(true);
    expect(failed).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
