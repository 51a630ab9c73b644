import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { PeriodicWork } from './periodic-work.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
afterEach(() => void vi.useRealTimers());

it('saves the index of a process that stands by every hour, so that the log is not trimmed beyond it', async () => {
  await using catalog = await MaintainedCatalog.open();
  const { effects, index, store } = catalog;
  const common = { store, index, now: () => 1e12 };
  await using jobs = new PeriodicWork({
    leases: store.leases,
    joinFill: undefined,
    addPropertyWords: () => Promise.resolve(),
    resumeJobs: () => Promise.resolve(),
    warn: () => undefined,
    removal: {
      ...common,
      pause: () => Promise.resolve(),
      actor: TEST_ACTOR,
      warn: () => undefined,
      caughtUp: () => effects.catchUp(),
      follow: (commit) => effects.follow(commit),
      entityTypes: [],
    },
    audit: { store: store.audit, keepForMs: 1, keepEvents: 1, now: common.now },
    changeLog: { ...common, keepForMs: 1 },
    trimDeletions: () => Promise.resolve(),
    requestDueRuns: () => Promise.resolve(),
  });
  await using _elsewhere = await store.leases.acquire('upkeep');
  await jobs.start();
  const flush = vi.spyOn(index, 'flush');
  vi.advanceTimersByTime(3_599_999);
  expect(flush).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(flush).toHaveBeenCalledOnce();
  expect((await store.log.oldest())?.sequence).toBe(1);
});
