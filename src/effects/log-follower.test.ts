import { describe, expect, it } from 'vitest';
import { parseUrn } from '../model/urn.ts';
import { TrimmedLogError } from '../store/log-trim.ts';
import type { Commit } from '../store/metadata-store.ts';
import { LogFollower } from './log-follower.ts';

const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };
const commit = (sequence: number): Commit => ({ sequence, created, entries: [] });

/**
 * A follower of a log that is trimmed up to `oldest` and has commits up to `length`; records applied and read
 * commits.
 */
function following(length: number, oldest = 1) {
  const renewals: string[] = [];
  const applied: number[] = [];
  const reads: number[] = [];
  let failures = 0;
  const log = {
    lastSequence: () => length,
    commitsAfter: (position: number, limit: number) => {
      reads.push(position);
      const left = Array.from({ length: Math.max(0, length - position) }, (_, i) => commit(position + i + 1));
      if (position + 1 < oldest) return Promise.reject(new TrimmedLogError(position, oldest));
      return Promise.resolve(left.slice(0, limit));
    },
  };
  const follower = new LogFollower(log, {
    alone: (task) => task(),
    position: () => applied.at(-1) ?? 0,
    renew: (reason) => {
      renewals.push(reason);
      applied.push(oldest - 1);
      return Promise.resolve();
    },
    apply: (commits) => {
      if (failures-- > 0) return Promise.reject(new Error('not now'));
      applied.push(...commits.map(({ sequence }) => sequence));
      return Promise.resolve();
    },
  });
  return { applied, reads, renewals, follower, failNext: () => (failures = 1) };
}

describe('LogFollower', () => {
  it('applies commits as they are handed over, without reading the log', async () => {
    const { applied, follower, reads } = following(3);
    await Promise.all([1, 2, 3].map((sequence) => follower.follow(commit(sequence))));
    expect(applied).toEqual([1, 2, 3]);
    expect(reads).toEqual([]);
  });

  it('reads commits of others before and in between', async () => {
    const { applied, follower } = following(5);
    await Promise.all([2, 5].map((sequence) => follower.follow(commit(sequence))));
    expect(applied).toEqual([1, 2, 3, 4, 5]);
  });

  it('applies everything up to a commit, in pages, and stops at the end of the log', async () => {
    const { applied, follower, reads } = following(1_200);
    await follower.reach(1);
    expect(applied).toHaveLength(500);
    await follower.reach(1_200);
    expect(applied).toHaveLength(1_200);
    expect(reads).toEqual([0, 500, 1_000]);
    await follower.reach(2_000);
    expect(applied).toHaveLength(1_200);
  });

  it('rebuilds the state when the log was trimmed beyond it, and follows from there', async () => {
    const { applied, follower, renewals } = following(9, 7);
    await follower.reach(8);
    expect(applied).toEqual([6, 7, 8, 9]);
    expect(renewals).toEqual([expect.stringContaining('begins with commit 7')]);
  });

  it('applies commits that it was handed, even if the log was trimmed further', async () => {
    const { applied, follower, renewals } = following(9, 7);
    await Promise.all([1, 2].map((sequence) => follower.follow(commit(sequence))));
    expect(applied).toEqual([1, 2]);
    expect(renewals).toEqual([]);
  });

  it('rejects for the failed commit, and applies what was missed with the next commit', async () => {
    const { applied, failNext, follower } = following(2);
    failNext();
    await expect(follower.follow(commit(1))).rejects.toThrow('not now');
    await follower.follow(commit(2));
    expect(applied).toEqual([1, 2]);
  });

  it('applies large commits in steps, each as soon as the previous one is done', async () => {
    const steps: number[] = [];
    let position = 0;
    const urn = parseUrn('urn:li:dataset:a');
    const entry = { urn, aspectName: 'status', changeType: 'UPSERT' } as const;
    const entries = Array.from({ length: 3_000 }, () => entry);
    const large = (sequence: number): Commit => ({ ...commit(sequence), entries });
    const log = { lastSequence: () => 5, commitsAfter: () => Promise.resolve([1, 2, 3, 4, 5].map(large)) };
    const follower = new LogFollower(log, {
      alone: (task) => task(),
      position: () => position,
      renew: () => Promise.reject(new Error('the log has no gap')),
      apply: (commits) => {
        steps.push(commits.length);
        position = commits.at(-1)?.sequence ?? position;
        return Promise.resolve();
      },
    });
    await follower.reach(5);
    expect(steps).toEqual([2, 2, 1]);
  });

  it('applies nothing while a task runs', async () => {
    const { applied, follower } = following(1);
    let end = (): void => undefined;
    const task = follower.between(() => new Promise<void>((resolve) => (end = resolve)));
    const followed = follower.follow(commit(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(applied).toEqual([]);
    end();
    await Promise.all([task, followed]);
    expect(applied).toEqual([1]);
  });

  it('ignores the old position while the state is rebuilt', async () => {
    const { applied, follower } = following(3);
    await follower.reach(3);
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const renewed = follower.afresh(async () => {
      await held;
      applied.length = 0;
    });
    const reached = follower.reach(2);
    end();
    await reached;
    expect(applied).toEqual([1, 2, 3]);
    await renewed;
  });
});
