import { describe, expect, it } from 'vitest';
import { SoleProcessLeases } from '../store/leases.ts';
import { JobQueue } from './job-queue.ts';

function newQueue(leases = new SoleProcessLeases()) {
  const warnings: unknown[] = [];
  let time = 0;
  const queue = new JobQueue({
    ...{ leases, now: () => ++time },
    warn: (_message, error) => warnings.push(error),
  });
  return { queue, warnings };
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
    const first = queue.start('doctor', job('a'));
    const second = queue.start('system-update', job('b'));
    expect([first.state, second.state]).toEqual(['waiting', 'waiting']);
    await queue.idle();
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(queue.report('doctor', first.id)).toMatchObject({ state: 'succeeded', result: { name: 'a' } });
    expect(queue.report('system-update')).toMatchObject({ id: second.id, result: { name: 'b' } });
    expect(queue.report('doctor', second.id)).toBeUndefined();
  });

  it('waits while another process runs jobs', async () => {
    const leases = new SoleProcessLeases();
    const { queue } = newQueue(leases);
    const elsewhere = await leases.acquire('jobs');
    const { id } = queue.start('doctor', () => Promise.resolve({}));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(queue.report('doctor', id)).toMatchObject({ state: 'waiting', startedAt: undefined });
    await elsewhere?.[Symbol.asyncDispose]();
    await queue.idle();
    expect(queue.report('doctor', id)).toMatchObject({ state: 'succeeded' });
  });

  it('tells how far a job has come, and never more than all', async () => {
    const { queue } = newQueue();
    const { id } = queue.start('doctor', ({ tell }) => {
      tell('looking', 5, 3);
      return Promise.resolve({});
    });
    await queue.idle();
    expect(queue.report('doctor', id)).toMatchObject({ phase: 'looking', done: 5, total: 5 });
  });

  it('reports a failure and goes on', async () => {
    const { queue, warnings } = newQueue();
    const failing = queue.start('doctor', () => Promise.reject(new Error('disk full')));
    const next = queue.start('doctor', () => Promise.resolve({}));
    await queue.idle();
    expect(queue.report('doctor', failing.id)).toMatchObject({ state: 'failed', error: 'disk full' });
    expect(queue.report('doctor', next.id)).toMatchObject({ state: 'succeeded' });
    expect(warnings).toHaveLength(1);
  });

  it('aborts the running job and starts no other when it is disposed', async () => {
    const { queue, warnings } = newQueue();
    const aborted = queue.start(
      'doctor',
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    let isStarted = false;
    queue.start('doctor', () => {
      isStarted = true;
      return Promise.resolve({});
    });
    await Promise.resolve();
    await queue[Symbol.asyncDispose]();
    expect(queue.report('doctor', aborted.id)).toMatchObject({ state: 'failed' });
    expect(isStarted).toBe(false);
    expect(warnings).toEqual([]);
  });
});
