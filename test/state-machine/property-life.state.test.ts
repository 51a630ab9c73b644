import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isKeptInFolders } from '../support/engines/catalog-place.ts';
import { SEED, effort } from '../support/effort.ts';
import { clientOf } from '../support/catalog-client.ts';
import { CatalogUnderTest } from './catalog-under-test.ts';
import { ENTITIES } from './model-values.ts';
import { expectSameMappings, expectSameValues, history } from './look.ts';
import { expectSameProposals, proposalStep } from './proposal-steps.ts';
import { CREATIONS, anyStep, ruledStep, type Step } from './steps.ts';
import { expectWaysOut } from './ways-out.ts';
import { World } from './world.ts';

/** Sequences of changes; fewer where each step waits for engines. */
const RUNS = effort(isKeptInFolders() ? 25 : 5);

/** Mixes proposals into other steps. */
const withProposals = (steps: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.oneof({ arbitrary: steps, weight: 10 }, { arbitrary: proposalStep, weight: 4 });

/** Sequences that share a catalog one after another; then its jobs get slow. */
const SEQUENCES_PER_CATALOG = 50;

describe('any sequence of changes to properties and values, of jobs and of restarts', () => {
  let catalog: CatalogUnderTest | undefined;
  let sequences = 0;

  afterAll(() => catalog?.[Symbol.asyncDispose]());

  async function nextWorld(): Promise<World> {
    if (sequences % SEQUENCES_PER_CATALOG === 0) {
      await catalog?.[Symbol.asyncDispose]();
      catalog = undefined;
    }
    catalog ??= await CatalogUnderTest.start();
    const prefix = `sm${sequences++}`;
    for (const entity of ENTITIES) await clientOf(catalog.server).dataset(`${prefix}.${entity}`);
    return new World(catalog, prefix);
  }

  async function run(steps: readonly Step[]): Promise<void> {
    const world = await nextWorld();
    for (const [i, step] of steps.entries()) {
      await step.run(world);
      if (i % 5 === 4) await expectSameValues(world);
    }
    await expectSameValues(world);
    await world.catalog.settle();
    await expectSameMappings(world, false);
    await world.catalog.update();
    await expectSameMappings(world, true);
    await expectSameValues(world);
    for (const entity of ENTITIES) await history(world, entity);
    await expectSameProposals(world);
    await expectWaysOut(world);
    await expectSameValues(world);
    const none = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };
    expect(await world.catalog.differences()).toMatchObject(none);
  }

  it.each([
    ['all steps', fc.array(withProposals(anyStep), { minLength: 5, maxLength: 40 })],
    [
      'rules',
      fc
        .array(withProposals(ruledStep), { minLength: 5, maxLength: 40 })
        .map((steps) => [...CREATIONS, ...steps]),
    ],
  ])(`matches a simple model of %s (${RUNS} sequences, seed ${SEED})`, async (_what, sequence) => {
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        await run(steps).catch((error: unknown) => {
          // Paused or broken state must not leak into the next sequence.
          sequences = 0;
          throw error;
        });
      }),
      { numRuns: RUNS },
    );
  });
});
