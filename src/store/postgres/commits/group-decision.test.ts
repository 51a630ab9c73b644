import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import type { CurrentState, DecidedCommit } from '../../metadata-store.ts';
import type { Steps } from '../../../util/concurrency/steps.ts';
import { RowReader } from '../readers/row-reader.ts';
import { GroupDecision } from './group-decision.ts';

const STEPS = 1_000;
const created = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };

/** Takes a decision that looks up an entity in each step; how many steps that took in all, and how many reads. */
async function take(lookedUp: (step: number) => Urn): Promise<{ steps: number; reads: number }> {
  const counts = { steps: 0, reads: 0 };
  const query = (): Promise<readonly []> => {
    counts.reads++;
    return Promise.resolve([]);
  };
  const group = new GroupDecision(new RowReader({ query }), 0);
  function* decide(state: CurrentState): Steps<DecidedCommit<undefined>> {
    for (let step = 0; step < STEPS; step++) {
      counts.steps++;
      state.entity(lookedUp(step));
      yield;
    }
    return { writes: [], entries: [], created, result: undefined };
  }
  await group.decide([{ decide, origin: undefined, reads: [] }]);
  expect(group.decided).toMatchObject([{ kind: 'decided' }]);
  return counts;
}

describe('a long decision', () => {
  it('begins again soon if all its steps miss the same', async () => {
    const { reads, steps } = await take(() => parseUrn('urn:li:tag:same'));
    expect(reads).toBe(1);
    expect(steps).toBeLessThan(STEPS * 1.1);
  });

  it('begins again a few times if each step misses something else', async () => {
    const { reads, steps } = await take((step) => parseUrn(`urn:li:tag:${step}`));
    expect(reads).toBeLessThanOrEqual(3);
    expect(steps).toBeLessThan(STEPS * 2.5);
  });
});
