import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { EVERY_CHANGE, fitsOf, type ChangeFilter } from '../../query/changes/change-filter.ts';
import { cursorOf, positionOf } from '../../query/changes/cursor.ts';
import { CommitSignal, type AppliedCommit, type PageEnd } from './commit-signal.ts';

const at = (sequence: number): PageEnd => ({ sequence, cursor: cursorOf({ sequence, id: undefined }) });
const URNS = ['urn:li:tag:a', 'urn:li:tag:b', 'urn:li:domain:a'].map(parseUrn);
const ASPECTS = ['status', 'ownership'];

function commit(sequence: number, [urn, aspectName] = [URNS[0], 'status']): AppliedCommit {
  const entries = urn === undefined ? [] : [{ urn, aspectName, changeType: 'UPSERT' } as const];
  return { sequence, id: undefined, entries };
}

describe('the signal of commits', () => {
  const { signal } = new AbortController();
  const after = (commits: CommitSignal, end: number, filter: Partial<ChangeFilter> = {}): Promise<string> =>
    commits.after(at(end), { ...EVERY_CHANGE, ...filter }, signal);

  it('wakes all waiters, also more than one round wakes at first', async () => {
    const commits = new CommitSignal(3);
    const waiting = Array.from({ length: 200 }, () => after(commits, 3));
    commits.announce(4, [commit(4)]);
    await Promise.all(waiting);
    expect(commits.waiting).toBe(0);
  });

  it('wakes a waiter that is already behind', async () => {
    const commits = new CommitSignal(3);
    expect(await after(commits, 2)).toBe(at(2).cursor);
    commits.announce(4, [commit(4)]);
    await Promise.all([after(commits, 3), after(commits, 2)]);
  });

  it('wakes a waiter that arrives at the end of a round', async () => {
    const commits = new CommitSignal(0);
    for (let n = 0; n < 50; n++) await after(commits, -1);
    const late = after(commits, 0);
    commits.announce(1, [commit(1)]);
    await late;
  });

  it('wakes all if the log was rewound or the commits are unknown', async () => {
    const commits = new CommitSignal(9);
    const waiting = after(commits, 9, { entityTypes: ['domain'] });
    commits.announce(7, undefined);
    expect(await waiting).toBe(at(9).cursor);
  });

  it('wakes a waiter that has read a commit that was replaced', async () => {
    const commits = new CommitSignal(8);
    commits.announce(9, [{ ...commit(9), id: 'new' }]);
    const old = { sequence: 9, cursor: cursorOf({ sequence: 9, id: 'old' }) };
    expect(await commits.after(old, { ...EVERY_CHANGE, aspects: ['none'] }, signal)).toBe(old.cursor);
  });

  it('does not wake waiters without matching events, unless their rights may end', async () => {
    const commits = new CommitSignal(3, ['corpuser']);
    const waiting = after(commits, 3, { entityTypes: ['domain'] });
    commits.announce(4, [commit(4)]);
    await after(commits, 3, { entityTypes: ['tag'] });
    expect(commits.waiting).toBe(1);
    commits.announce(5, [commit(5, [parseUrn('urn:li:corpuser:ann'), 'corpUserStatus'])]);
    expect(await waiting).toBe(at(4).cursor);
  });

  it('drops aborted waiters', async () => {
    const commits = new CommitSignal(1);
    const stop = new AbortController();
    const waiting = commits.after(at(1), EVERY_CHANGE, stop.signal);
    expect(commits.waiting).toBe(1);
    stop.abort();
    await waiting;
    await commits.after(at(1), EVERY_CHANGE, stop.signal);
    expect(commits.waiting).toBe(0);
  });

  it('misses no matching commit, for any filters', async () => {
    const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
    const filters = fc.record({
      urns: some(URNS),
      entityTypes: some(['tag', 'domain']),
      aspects: some(ASPECTS),
    });
    const entry = fc.tuple(fc.constantFrom(...URNS), fc.constantFrom(...ASPECTS));
    const run = fc.tuple(
      fc.array(filters, { minLength: 1, maxLength: 6 }),
      fc.array(fc.array(entry, { maxLength: 3 })),
    );
    await fc.assert(
      fc.asyncProperty(run, async ([followers, steps]) => {
        const commits = new CommitSignal(0);
        const log: AppliedCommit[] = [];
        const stop = new AbortController();
        const received = followers.map(async (filter) => {
          const wanted = { ...EVERY_CHANGE, ...filter };
          const seen: number[] = [];
          for (let end = at(0); ; end = at(log.length)) {
            const cursor = await commits.after(end, wanted, stop.signal);
            const read = log.slice(positionOf(cursor)?.sequence);
            seen.push(
              ...read.filter(({ entries }) => entries.some(fitsOf(wanted))).map(({ sequence }) => sequence),
            );
            if (stop.signal.aborted) return seen;
          }
        });
        for (const entries of steps) {
          const next = entries.map((one) => commit(log.length + 1, one));
          const merged = { ...commit(log.length + 1), entries: next.flatMap((part) => part.entries) };
          log.push(merged);
          commits.announce(log.length, [merged]);
          await new Promise(setImmediate);
        }
        stop.abort();
        const naive = followers.map((filter) =>
          log
            .filter(({ entries }) => entries.some(fitsOf({ ...EVERY_CHANGE, ...filter })))
            .map(({ sequence }) => sequence),
        );
        expect(await Promise.all(received)).toEqual(naive);
        expect(commits.waiting).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
