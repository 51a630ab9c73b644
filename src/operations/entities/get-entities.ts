import * as v from 'valibot';
import type { EntityAspects } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import { ReadSize, ReadTooLargeError } from '../../store/read-limit.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import { checkLength } from '../list-limits.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { TEXT, URN, described, objectOf } from '../shapes.ts';

/** The entities to read. `aspectNames` absent: all aspects. */
export interface EntitySelection {
  readonly urns: readonly Urn[];
  readonly aspectNames?: readonly string[] | undefined;
}

/** Entities read at once, as of one commit unless they are large. */
const PER_TURN = 500;

/**
 * Latest aspects of entities; entities that do not exist are not in the map. Long lists are read in slices, with other
 * requests in between. Throws TOO_LARGE (ReadTooLargeError) if the values exceed the maximum characters of a response.
 */
export const getEntities = defineRead({
  name: 'getEntities',
  summary: 'Gets the latest aspects of entities by urn.',
  input: () =>
    objectOf({
      urns: described('Urns of the entities; those that do not exist are left out.', list(URN)),
      aspectNames: v.optional(described('Names of aspects; default: all.', list(TEXT))),
    }),
  limits: ({ urns }, settings) => checkLength('The number of urns', urns.length, settings),
  about: ({ urns }) => urns,
  asOf: ({ aspectNames, urns }, { read }) => read(urns, aspectNames),
  run: async (
    { urns, aspectNames },
    { query, scope, settings },
  ): Promise<ReadonlyMap<Urn, EntityAspects>> => {
    const most = settings.readSize;
    if (urns.length <= PER_TURN) return query.getEntities(urns, aspectNames, scope, most);
    const found = new Map<Urn, EntityAspects>();
    const size = new ReadSize(most);
    let before = 0;
    for await (const slice of inChunks(urns, PER_TURN)) {
      const read = await query.getEntities(slice, aspectNames, scope, most).catch((error: unknown) => {
        throw error instanceof ReadTooLargeError ? error.after(before) : error;
      });
      for (const [i, urn] of slice.entries()) {
        const aspects = read.get(urn);
        if (aspects === undefined) continue;
        for (const { text } of aspects.values()) size.addOrThrow(text, before + i);
        found.set(urn, aspects);
      }
      before += slice.length;
    }
    return found;
  },
});
