import { describe, expect, it } from 'vitest';
import { parseUrn } from '../model/urn.ts';
import {
  AffectedByDecision,
  UnjudgedError,
  affectedEntity,
  affectedKey,
  commitJudged,
  type Affected,
  type AffectedRights,
} from './affected-rights.ts';

const [a, b] = [parseUrn('urn:li:tag:a'), parseUrn('urn:li:tag:b')];
const AFFECTED: readonly Affected[] = [
  { kind: 'set', set: a, exists: true, latest: b },
  { kind: 'set', set: a, exists: true, latest: undefined },
  { kind: 'set', set: a, exists: false, latest: undefined },
  { kind: 'member', asset: b },
  { kind: 'other', urn: b, aspectName: 'siblings', exists: true },
  { kind: 'other', urn: b, aspectName: 'siblings', exists: false },
  { kind: 'other', urn: b, aspectName: 'status', exists: true },
];

/** Allows everything and records what it was asked to judge. */
function recorder(): AffectedRights & { readonly asked: Affected[][] } {
  const asked: Affected[][] = [];
  const known = new Set<string>();
  const keys = new Set<string>();
  return {
    asked,
    isAllowed: (one) => keys.has(affectedKey(one)) || undefined,
    judge: (affected) => {
      asked.push([...affected]);
      const before = known.size;
      for (const one of affected) {
        keys.add(affectedKey(one));
        known.add(affectedEntity(one));
      }
      return Promise.resolve(known.size > before);
    },
  };
}

/** A commit whose decision affects what `affectedNow` returns. */
function committing(rights: AffectedRights | undefined, affectedNow: () => readonly Affected[]) {
  return commitJudged(rights, async () => {
    const affected = new AffectedByDecision(rights);
    for (const one of affectedNow()) affected.allows(one);
    affected.requireJudged();
    return Promise.resolve('done');
  });
}

describe('what a batch affects', () => {
  it('is judged in one call, each state separately, before the commit', async () => {
    const rights = recorder();
    expect(await committing(rights, () => [...AFFECTED, ...AFFECTED])).toBe('done');
    expect(rights.asked).toEqual([AFFECTED]);
  });

  it('is not judged for a writer who may write everything', async () => {
    expect(await committing(undefined, () => AFFECTED)).toBe('done');
  });

  it('is judged again whenever something new is affected', async () => {
    const rights = recorder();
    let attempts = 0;
    const more = () =>
      Array.from({ length: Math.min(++attempts, 50) }, (_, i): Affected => ({
        kind: 'member',
        asset: parseUrn(`urn:li:tag:${i}`),
      }));
    expect(await committing(rights, more)).toBe('done');
    expect(rights.asked).toHaveLength(50);
  });

  it('is a conflict when it changes with every attempt', async () => {
    const rights = recorder();
    let attempts = 0;
    const changing = (): readonly Affected[] => [
      { kind: 'set', set: a, exists: true, latest: parseUrn(`urn:li:tag:${++attempts}`) },
    ];
    const failed = committing(rights, changing);
    await expect(failed).rejects.toThrow(UnjudgedError);
    await expect(failed).rejects.toThrow(
      `What the change affects was changed concurrently: ${a}. Try again.`,
    );
  });
});
