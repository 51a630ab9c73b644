import { expect } from 'vitest';
import { aspectPath } from '../support/catalog-client.ts';
import { REPORTING } from './model-rules.ts';
import { NAMES } from './model-values.ts';
import { createByGraphqlOf, describingOf } from './steps.ts';
import type { World } from './world.ts';

/**
 * Recovers each property from any state that a sequence has left: restores a soft-deleted one, and defines an
 * unclaimed name, regardless of remnants of a former property, and lifts its rules, which other sequences in the catalog must not
 * obey. Expects that each of these succeeds.
 */
export async function expectWaysOut(world: World): Promise<void> {
  const { model, server } = world;
  for (const of of NAMES) {
    const urn = world.property(of);
    if (model.isRemoved(of) && model.properties.has(of)) {
      const restored = await server.request('POST', aspectPath(urn, 'status'), { removed: false });
      expect([of, model.setRemoved(of, false), restored.status]).toEqual([of, 'done', 200]);
    }
    if (!model.isClaimed(of)) await createByGraphqlOf(of).run(world);
    if (!model.properties.has(of)) continue;
    await describingOf(of, 'description').run(world);
    const lifted = await server.request('POST', aspectPath(urn, 'structuredPropertyRules'), {});
    expect([of, model.setRules(of, { levels: REPORTING }), lifted.status]).toEqual([of, 'done', 200]);
  }
  expect(NAMES.map((of) => model.isClaimed(of))).toEqual(NAMES.map(() => true));
}
