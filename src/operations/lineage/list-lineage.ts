import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { FLAG, described, objectOf } from '../shapes.ts';
import { DIRECTION, WINDOW, START } from './lineage-shape.ts';
import { PAGE } from '../search/search-shape.ts';

export type { LineageNeighbour } from '../../query/lineage/lineage-query.ts';

/** Direct upstream or downstream neighbours of an entity. */
export const listLineage = defineRead({
  name: 'listLineage',
  summary: 'Lists the direct upstream or downstream neighbours of an entity.',
  isLong: true,
  input: () =>
    objectOf({
      ...WINDOW,
      urn: START,
      direction: DIRECTION,
      ...PAGE,
      separateSiblings: v.nullish(
        described('Whether the neighbours of siblings are left out; default: false.', FLAG),
        false,
      ),
      includeGhostEntities: v.nullish(
        described('Whether missing and soft-deleted entities are listed; default: false.', FLAG),
        false,
      ),
    }),
  run: (input, { query, scope }) => query.listLineage(input, scope),
});
