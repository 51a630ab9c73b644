import { describe, expect, it } from 'vitest';
import type { Leases } from '../../store/leases.ts';
import { LeasedTask } from './leased-task.ts';

/** One lease, held by the first process that acquires it until it is released or lost. */
function sharedLeases() {
  let holder: AbortController | undefined;
  const leases: Leases = {
    acquire: () => {
      if (holder !== undefined) return Promise.resolve(undefined);
      const own = (holder = new AbortController());
      const giveUp = (): Promise<void> => {
        if (holder === own) holder = undefined;
        return Promise.resolve();
      };
      return Promise.resolve({ lost: own.signal, [Symbol.asyncDispose]: giveUp });
    },
  };
  const takeAway = (): void => {
    const lost = holder;
    holder = undefined;
    lost?.abort();
  };
  return { leases, takeAway };
}

/** Processes that share one lease; `working` lists those that work now. */
function processes(leases: Leases) {
  const working: string[] = [];
  let changed = Promise.withResolvers<unknown>();
  const notify = (): void => {
    changed.resolve(undefined);
    changed = Promise.withResolvers();
  };
  const start = (name: string, begin = (): Promise<void> => Promise.resolve()): Promise<LeasedTask> =>
    LeasedTask.start({
      leases,
      name: 'work',
      warn: () => undefined,
      standbyInterval: 0,
      begin: async () => {
        await begin();
        working.push(name);
        notify();
        return {
          [Symbol.asyncDispose]: () => {
            working.splice(working.indexOf(name), 1);
            notify();
            return Promise.resolve();
          },
        };
      },
    });
  const until = async (expected: string): Promise<void> => {
    while (working.join() !== expected) await changed.promise;
  };
  return { start, until, working };
}

describe('LeasedTask', () => {
  it('runs in one process, and in another when that one ends', async () => {
    const { start, until, working } = processes(sharedLeases().leases);
    const first = await start('first');
    await using _second = await start('second');
    expect(working).toEqual(['first']);
    await first[Symbol.asyncDispose]();
    await until('second');
  });

  it('ends when the lease is lost, and is resumed', async () => {
    const { leases, takeAway } = sharedLeases();
    const { start, until, working } = processes(leases);
    await using _only = await start('only');
    takeAway();
    await until('');
    await until('only');
    expect(working).toEqual(['only']);
  });

  it('is retried when it fails to start', async () => {
    const { start, until, working } = processes(sharedLeases().leases);
    let attempts = 0;
    await using _only = await start('only', () =>
      ++attempts === 1 ? Promise.reject(new Error('not now')) : Promise.resolve(),
    );
    expect(working).toEqual([]);
    await until('only');
  });
});
