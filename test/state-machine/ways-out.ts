import { expect } from 'vitest';
import { aspectPath } from '../support/catalog-client.ts';
import { NAMES } from './catalog-model.ts';
import { createByGraphqlOf, describingOf } from './steps.ts';
import type { World } from './world.ts';

/**
 * Gets each property out of whatever state a sequence has left it in: a soft-deleted one is restored, what is left of one
 * without a definition is hard-deleted, and a name that nothing claims is defined. Expects that each of these succeeds.
 */
export async function expectWaysOut(world: World): Promise<void> {
  const { model, server } = world;
  for (const of of NAMES) {
    const urn = world.property(of);
    if (model.isRemoved(of) && model.properties.has(of)) {
      const restored = await server.request('POST', aspectPath(urn, 'status'), { removed: false });
      expect([of, model.setRemoved(of, false), restored.status]).toEqual([of, 'done', 200]);
    } else if (model.isRemoved(of)) {
      const path = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`;
      const deleted = await server.request('DELETE', path);
      expect([of, model.hardDelete(of), deleted.status]).toEqual([of, 'done', 200]);
    }
    if (!model.isClaimed(of)) await createByGraphqlOf(of).run(world);
    if (model.properties.has(of)) await describingOf(of, 'description').run(world);
  }
  expect(NAMES.map((of) => model.isClaimed(of))).toEqual(NAMES.map(() => true));
}
