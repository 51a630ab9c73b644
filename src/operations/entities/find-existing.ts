import { checkLength } from '../list-limits.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { URN, described, objectOf } from '../shapes.ts';

/** The entities that exist, including soft-deleted ones. */
export const findExisting = defineRead({
  name: 'findExisting',
  summary: 'Finds which entities exist, including soft-deleted ones.',
  input: () => objectOf({ urns: described('Urns of the entities.', list(URN)) }),
  limits: ({ urns }, settings) => checkLength('The number of urns', urns.length, settings),
  about: ({ urns }) => urns,
  asOf: async ({ urns }, { read }) => new Set((await read(urns, [])).keys()),
  run: ({ urns }, { query, scope }) => query.existing(urns, scope),
});
