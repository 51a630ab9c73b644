import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { openEmbeddedIndex, type EmbeddedTuning } from '../../src/search/embedded/open-embedded-index.ts';
import { batches, facetRequests, queries, sortOrders } from './naive-search/arbitraries.ts';
import { LateMergeRunner } from './naive-search/late-merge-runner.ts';
import { Comparison } from './naive-search/comparison.ts';
import { effort } from '../support/effort.ts';

type Step = (comparison: Comparison) => Promise<void>;

const small = fc.integer({ min: 0, max: 6 });
const change: fc.Arbitrary<Step> = batches.map((batch) => (comparison) => comparison.apply(batch));
const question: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(queries, sortOrders, small, small).map(
    ([query, sort, from, size]) =>
      (comparison: Comparison) =>
        comparison.search(query, sort, from, size),
  ),
  fc.tuple(queries, fc.array(facetRequests, { minLength: 1, maxLength: 3 })).map(
    ([query, requests]) =>
      (comparison: Comparison) =>
        comparison.facets(query, requests),
  ),
);
const scroll: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(queries, sortOrders, small).map(
    ([query, sort, size]) =>
      (comparison: Comparison) =>
        comparison.startScroll(query, sort, size),
  ),
  fc.nat(5).map((which) => (comparison: Comparison) => comparison.continueScroll(which)),
);
const maintenance: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  // Lets running merges progress.
  () => setImmediate(),
  (comparison) => comparison.flush(),
  (comparison) => comparison.settle(),
);
const restart: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  (comparison) => comparison.reopen(),
  (comparison) => comparison.recover(),
);

/** From "everything stays in the delta" to "every document is a segment and any two are merged". */
const tunings: fc.Arbitrary<Partial<EmbeddedTuning>> = fc
  .record({
    read: small,
    write: fc.integer({ min: 1, max: 20 }),
    fanout: fc.integer({ min: 2, max: 4 }),
    large: fc.nat(8),
    late: fc.nat(4),
  })
  .map(({ read, write, fanout, large, late }) => ({
    newMergeRunner: () => new LateMergeRunner(late),
    delta: { read, write },
    merge: { fanout, smallest: 1, large, quietMs: 2 ** 31 - 1 },
  }));

describe('embedded index beside a naive one', () => {
  it('answers alike in memory, for any writes, merges and scrolls', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: change },
        { weight: 4, arbitrary: question },
        { weight: 2, arbitrary: scroll },
        { weight: 2, arbitrary: maintenance },
      ),
      { maxLength: 24 },
    );
    await fc.assert(
      fc.asyncProperty(tunings, steps, async (tuning, run) => {
        const open = () => openEmbeddedIndex({ folder: undefined, now: () => 0, tuning });
        const comparison = new Comparison(await open(), open);
        for (const step of run) await step(comparison);
        await comparison.settle();
        await comparison.everything();
        await comparison.close();
      }),
      { numRuns: effort(600) },
    );
  });

  it('answers alike from files, including after restarts and recoveries', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: change },
        { weight: 3, arbitrary: question },
        { weight: 2, arbitrary: scroll },
        { weight: 2, arbitrary: maintenance },
        { weight: 1, arbitrary: restart },
      ),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(tunings, steps, async (tuning, run) => {
        const folder = await mkdtemp(join(tmpdir(), 'colophon-index-'));
        let opened = 1000;
        const open = () => openEmbeddedIndex({ folder, now: () => opened++, tuning });
        try {
          const comparison = new Comparison(await open(), open);
          for (const step of run) await step(comparison);
          await comparison.settle();
          await comparison.everything();
          await comparison.close();
        } finally {
          await rm(folder, { recursive: true });
        }
      }),
      { numRuns: effort(100) },
    );
  });
});
