import { afterEach, describe, expect, it, vi } from 'vitest';
import { slowClock } from '../../../test/support/slow-clock.ts';
import { nextTurn } from './next-turn.ts';
import { inSteps } from './steps.ts';
import { beginTurn, isTurnOver } from './turn-clock.ts';

const round = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

afterEach(() => void vi.restoreAllMocks());

describe('the next turn', () => {
  it('runs one task in each round of the event loop', async () => {
    const loop = { rounds: 0, isWatched: true };
    const counting = (async () => {
      for (; loop.isWatched; loop.rounds++) await round();
    })();
    const seen: number[] = [];
    const task = async (): Promise<void> => {
      for (let slice = 0; slice < 3; slice++) {
        await nextTurn();
        seen.push(loop.rounds);
      }
    };
    await Promise.all([task(), task(), task()]);
    loop.isWatched = false;
    await counting;
    expect(new Set(seen).size).toBe(9);
  });
});

describe('a turn', () => {
  it('is over when the work of all its tasks was long, until the next one begins', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(100);
    beginTurn();
    expect(isTurnOver()).toBe(false);
    clock.mockReturnValue(110);
    expect(isTurnOver()).toBe(true);
    await round();
    expect(isTurnOver()).toBe(false);
  });
});

describe('work in steps', () => {
  it('continues where it was after other work has run', async () => {
    slowClock();
    let others = 0;
    const seen: number[] = [];
    const done = inSteps(
      (function* () {
        for (let step = 0; step < 9; step++) {
          seen.push(others);
          yield;
        }
        return 'done';
      })(),
    );
    const counting = (async () => {
      for (; others < 10; others++) await round();
    })();
    expect(await done).toBe('done');
    await counting;
    expect(seen[0]).toBe(0);
    expect(seen[8]).toBeGreaterThan(0);
  });

  it('rejects with what a step throws', async () => {
    const failing = inSteps(
      (function* () {
        yield;
        throw new Error('refused');
      })(),
    );
    await expect(failing).rejects.toThrow('refused');
  });
});
