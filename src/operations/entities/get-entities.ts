import type { EntityAspects } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import { inTurns } from '../../util/concurrency/in-turns.ts';
import { checkLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';

/** The entities to read. `aspectNames` absent: all aspects. */
export interface EntitySelection {
  readonly urns: readonly Urn[];
  readonly aspectNames?: readonly string[] | undefined;
}

/** Entities read in one turn of the event loop, and as of one commit. */
const PER_TURN = 500;

/**
 * Latest aspects of entities; entities that do not exist are not in the map. Long lists are read in slices, with other
 * requests in between.
 */
export const getEntities = defineRead({
  name: 'getEntities',
  limits: ({ urns }: EntitySelection, settings) => checkLength('The number of urns', urns.length, settings),
  about: ({ urns }) => urns,
  asOf: ({ aspectNames, urns }, { read }) => read(urns, aspectNames),
  run: async ({ urns, aspectNames }, { query, scope }): Promise<ReadonlyMap<Urn, EntityAspects>> => {
    if (urns.length <= PER_TURN) return query.getEntities(urns, aspectNames, scope);
    const found = new Map<Urn, EntityAspects>();
    for await (const slice of inTurns(urns, PER_TURN)) {
      for (const [urn, aspects] of await query.getEntities(slice, aspectNames, scope))
        found.set(urn, aspects);
    }
    return found;
  },
});
