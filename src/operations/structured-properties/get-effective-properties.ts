import type { Urn } from '../../model/urn.ts';
import {
  readEffective,
  type EffectiveParts,
  type EffectiveProperties,
} from '../../query/inheritance/read-effective.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import { list } from '../input-types.ts';
import { checkLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { URN, described, objectOf } from '../shapes.ts';

export type { EffectiveProperties };

/** Entities read at once. */
const PER_TURN = 500;

/** The values in effect on entities, by property; entities that do not exist are not in the map. */
export const getEffectiveProperties = defineRead({
  name: 'getEffectiveProperties',
  summary: 'Gets the values of structured properties of entities, own and inherited.',
  input: () =>
    objectOf({
      urns: described('Urns of the entities; those that do not exist are left out.', list(URN)),
    }),
  limits: ({ urns }, settings) => checkLength('The number of urns', urns.length, settings),
  about: ({ urns }) => urns,
  run: async ({ urns }, { query, scope, settings }): Promise<ReadonlyMap<Urn, EffectiveProperties>> => {
    const { readSize, registry } = settings;
    const read: EffectiveParts['read'] = (...asked) => query.getEntities(...asked, readSize);
    const parts = { read, properties: query.properties, registry };
    const found = new Map<Urn, EffectiveProperties>();
    for await (const slice of inChunks(urns, PER_TURN)) {
      for (const [urn, effective] of await readEffective(slice, parts, scope)) found.set(urn, effective);
    }
    return found;
  },
});
