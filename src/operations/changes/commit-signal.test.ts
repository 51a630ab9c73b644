import { describe, expect, it } from 'vitest';
import { CommitSignal } from './commit-signal.ts';

describe('the signal of commits', () => {
  const { signal } = new AbortController();

  it('wakes all who wait, also more than a round begins with', async () => {
    const commits = new CommitSignal(3);
    const waiting = Array.from({ length: 200 }, () => commits.after(3, signal));
    commits.announce(4);
    await Promise.all(waiting);
    expect(commits.waiting).toBe(0);
  });

  it('wakes who is behind already', async () => {
    const commits = new CommitSignal(3);
    await commits.after(2, signal);
    commits.announce(4);
    await Promise.all([commits.after(3, signal), commits.after(2, signal)]);
  });

  it('wakes who comes while a round ends', async () => {
    const commits = new CommitSignal(0);
    for (let n = 0; n < 50; n++) await commits.after(-1, signal);
    const late = commits.after(0, signal);
    commits.announce(1);
    await late;
  });

  it('wakes all when the log was rewound', async () => {
    const commits = new CommitSignal(9);
    const waiting = commits.after(9, signal);
    commits.announce(7);
    await waiting;
  });

  it('forgets who no longer waits', async () => {
    const commits = new CommitSignal(1);
    const stop = new AbortController();
    const waiting = commits.after(1, stop.signal);
    expect(commits.waiting).toBe(1);
    stop.abort();
    await waiting;
    await commits.after(1, stop.signal);
    expect(commits.waiting).toBe(0);
  });
});
