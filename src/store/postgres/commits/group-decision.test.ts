import { describe, expect, it } from 'vitest';
import type { CatalogError } from '../../../errors.ts';
import { Aspect } from '../../../model/aspect.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import type { EntityRows } from '../../entity-rows.ts';
import type { CurrentState, DecidedCommit } from '../../metadata-store.ts';
import type { Steps } from '../../../util/concurrency/steps.ts';
import { RowReader } from '../readers/row-reader.ts';
import { GroupDecision } from './group-decision.ts';
import type { GroupRows } from './read-rows.ts';

const STEPS = 1_000;
const created = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };

/** Takes a decision that looks up an entity in each step; returns the total steps and reads. */
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
  it('starts again soon if all its steps miss the same row', async () => {
    const { reads, steps } = await take(() => parseUrn('urn:li:tag:same'));
    expect(reads).toBe(1);
    expect(steps).toBeLessThan(STEPS * 1.1);
  });

  it('starts again a few times if each step misses another row', async () => {
    const { reads, steps } = await take((step) => parseUrn(`urn:li:tag:${step}`));
    expect(reads).toBeLessThanOrEqual(3);
    expect(steps).toBeLessThan(STEPS * 2.5);
  });
});

describe('the values that decisions of a group read', () => {
  const LENGTH = 100;
  const urnOf = (name: string): Urn => parseUrn(`urn:li:tag:${name}`);

  /** Rows of any entity, each with a value of one length; `reads`: the number of rows that each read returned. */
  function rowsOf(): { readonly rows: GroupRows; readonly reads: number[] } {
    const reads: number[] = [];
    const rows: GroupRows = {
      wanted: (wanted, most) => {
        const fitting = wanted.slice(0, Math.max(1, Math.floor(most / LENGTH)));
        reads.push(fitting.length);
        const entities = new Map(fitting.map(({ urn }) => [urn, entityRows(urn)]));
        const leftOut = wanted.slice(fitting.length).map(({ aspectName = '', urn }) => ({ urn, aspectName }));
        for (const { urn } of leftOut) entities.set(urn, { ...entityRows(urn), rows: new Map() });
        return Promise.resolve({ entities, leftOut });
      },
      latestOfType: () => Promise.resolve([]),
      propertiesNamed: () => Promise.resolve(new Map()),
      columns: () => Promise.resolve([]),
    };
    return { rows, reads };
  }

  function entityRows(urn: Urn): EntityRows {
    const systemMetadata = { lastObserved: 1, runId: 'r' };
    const text = JSON.stringify({ x: 'x'.repeat(LENGTH - 8) });
    const aspect = new Aspect({ urn, aspectName: 'status', text, systemMetadata, created, sequence: 1 });
    return {
      entity: { urn, created, systemMetadata },
      rows: new Map([['status', { aspect, internal: {} }]]),
    };
  }

  /** A decision that reads a value of each name; the result is the number of those that it found. */
  const reading = (names: string, isKnown: boolean) => ({
    origin: undefined,
    reads: isKnown ? Array.from(names).map((name) => ({ urn: urnOf(name), aspectName: 'status' })) : [],
    decide: (state: CurrentState): DecidedCommit<number> => ({
      writes: [],
      entries: [],
      created,
      result: Array.from(names).filter((name) => state.row(urnOf(name), 'status') !== undefined).length,
    }),
  });

  it.each([true, false])('are read again for each that finds too few; known before: %s', async (isKnown) => {
    const { reads, rows } = rowsOf();
    const group = new GroupDecision(rows, 0, undefined, 3 * LENGTH);
    await group.decide(['ab', 'cde', 'fghi', 'jk', 'a'].map((names) => reading(names, isKnown)));
    expect(
      group.decided.map((one) =>
        one.kind === 'decided' ? one.decision.result : (one.error as CatalogError).code,
      ),
    ).toEqual([2, 3, 'TOO_LARGE', 2, 1]);
    expect(Math.max(...reads)).toBeLessThanOrEqual(3);
  });
});
