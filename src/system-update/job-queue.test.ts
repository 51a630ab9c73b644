import { describe, expect, it } from 'vitest';
import { SoleProcessLeases, type Leases } from '../store/leases.ts';
import type { JobStore } from '../store/job-store.ts';
import { openMemoryStore } from '../store/sqlite/open.ts';
import { JobQueue, type JobControl } from './job-queue.ts';
import { StopRequests } from './stop-requests.ts';

function newQueue(leases: Leases = new SoleProcessLeases(), store: JobStore = openMemoryStore().jobs) {
  const warnings: unknown[] = [];
  let time = 0;
  const now = () => ++time;
  const queue = new JobQueue({
    leases,
    store,
    now,
    stops: new StopRequests({ store, kind: 'maintenance-stop', now }),
    warn: (_message, error) => warnings.push(error),
  });
  return { queue, warnings, pass: (ms: number) => (time += ms) };
}

describe('JobQueue', () => {
  it('runs one job after another and keeps their reports', async () => {
    const { queue } = newQueue();
    const order: string[] = [];
    const job = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      return { name };
    };
    const first = await queue.start('doctor', job('a'));
    const second = await queue.start('system-update', job('b'));
    expect([first.state, second.state]).toEqual(['waiting', 'waiting']);
    await queue.idle();
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(await queue.report('doctor', first.id)).toMatchObject({
      state: 'succeeded',
      result: { name: 'a' },
    });
    expect(await queue.report('system-update')).toMatchObject({ id: second.id, result: { name: 'b' } });
    expect(await queue.report('doctor', second.id)).toBeUndefined();
  });

  it('never reports an earlier state than before, while an end is stored', async () => {
    const store = openMemoryStore().jobs;
    const [stored, read] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const ended = Promise.withResolvers<undefined>();
    let isSlow = false;
    const { queue } = newQueue(undefined, {
      ...store,
      put: async (kept) => {
        ended.resolve(undefined);
        await stored.promise;
        await store.put(kept);
      },
      last: async (...asked) => {
        const kept = await store.last(...asked);
        if (isSlow) await read.promise;
        return kept;
      },
    });
    const { id } = await queue.start('doctor', () => Promise.resolve({ changed: 1 }));
    await ended.promise;
    expect(await queue.report('doctor', id)).toMatchObject({ state: 'succeeded' });
    isSlow = true;
    const report = queue.report('doctor', id);
    stored.resolve(undefined);
    await queue.idle();
    read.resolve(undefined);
    expect(await report).toMatchObject({ state: 'succeeded', result: { changed: 1 } });
  });

  it('waits while another process runs jobs', async () => {
    const leases = new SoleProcessLeases();
    const elsewhere = await leases.acquire('jobs');
    const refused = Promise.withResolvers<unknown>();
    const { queue } = newQueue({
      acquire: async (name) => {
        const lease = await leases.acquire(name);
        if (lease === undefined) refused.resolve(undefined);
        return lease;
      },
    });
    const { id } = await queue.start('doctor', () => Promise.resolve({}));
    await refused.promise;
    expect(await queue.report('doctor', id)).toMatchObject({ state: 'waiting', startedAt: undefined });
    await elsewhere?.[Symbol.asyncDispose]();
    await queue.idle();
    expect(await queue.report('doctor', id)).toMatchObject({ state: 'succeeded' });
  });

  it('stops jobs that run or wait, in this process or another', async () => {
    const store = openMemoryStore().jobs;
    const leases = new SoleProcessLeases();
    const [here, there] = [newQueue(leases, store), newQueue(leases, store)];
    const untilAborted = ({ signal }: JobControl) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      });
    const running = await here.queue.start('doctor', untilAborted);
    const waiting = await here.queue.start('doctor', untilAborted);
    const remote = await here.queue.start('doctor', untilAborted);
    const untouched = await here.queue.start('doctor', () => Promise.resolve({}));
    await here.queue.stop(waiting.id);
    await there.queue.stop(remote.id);
    await here.queue.stop(running.id);
    await here.queue.idle();
    const failed = { state: 'failed', error: 'Stopped on request. Finished work is kept.' };
    for (const { id } of [running, waiting, remote])
      expect(await there.queue.report('doctor', id)).toMatchObject(failed);
    expect(await there.queue.report('doctor', untouched.id)).toMatchObject({ state: 'succeeded' });
    expect(here.warnings).toEqual([]);
  });

  it('reports jobs of other processes, as failed if their process has died', async () => {
    const store = openMemoryStore().jobs;
    const here = newQueue(new SoleProcessLeases(), store);
    const there = newQueue(new SoleProcessLeases(), store);
    const { id } = await here.queue.start('doctor', () => Promise.resolve({ entities: 3 }));
    await here.queue.idle();
    expect(await there.queue.report('doctor', id)).toMatchObject({
      state: 'succeeded',
      result: { entities: 3 },
    });
    expect((await there.queue.start('doctor', () => Promise.resolve({}))).id).toBe(id + 1);
    await there.queue.idle();
    const silent = await here.queue.start('system-update', () => new Promise(() => undefined));
    expect(await there.queue.report('system-update')).toMatchObject({ id: silent.id, state: 'waiting' });
    there.pass(60_000);
    expect(await there.queue.report('system-update')).toMatchObject({
      state: 'failed',
      error: 'The process that ran it has ended. Start it again.',
    });
    await expect.poll(() => here.queue.report('system-update')).toMatchObject({ state: 'running' });
  });

  it('reports progress, and never more than the total', async () => {
    const { queue } = newQueue();
    const { id } = await queue.start('doctor', ({ reportProgress }) => {
      reportProgress('looking', 5, 3);
      return Promise.resolve({});
    });
    await queue.idle();
    expect(await queue.report('doctor', id)).toMatchObject({ phase: 'looking', done: 5, total: 5 });
  });

  it('reports a failure and continues', async () => {
    const { queue, warnings } = newQueue();
    const failing = await queue.start('doctor', () => Promise.reject(new Error('disk full')));
    const next = await queue.start('doctor', () => Promise.resolve({}));
    await queue.idle();
    expect(await queue.report('doctor', failing.id)).toMatchObject({ state: 'failed', error: 'disk full' });
    expect(await queue.report('doctor', next.id)).toMatchObject({ state: 'succeeded' });
    expect(warnings).toHaveLength(1);
  });

  it('aborts the running job and starts no other when it is disposed', async () => {
    const { queue, warnings } = newQueue();
    const aborted = await queue.start(
      'doctor',
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    let isStarted = false;
    await queue.start('doctor', () => {
      isStarted = true;
      return Promise.resolve({});
    });
    await queue[Symbol.asyncDispose]();
    expect(await queue.report('doctor', aborted.id)).toMatchObject({ state: 'failed' });
    expect(isStarted).toBe(false);
    expect(warnings).toEqual([]);
  });
});
