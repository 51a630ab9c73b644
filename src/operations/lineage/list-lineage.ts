import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { FLAG, NUMBER, URN, objectOf } from '../shapes.ts';
import { DIRECTION, WINDOW } from './lineage-shape.ts';

export type { LineageNeighbour } from '../../query/lineage/lineage-query.ts';

/** Direct upstream or downstream neighbours of an entity. */
export const listLineage = defineRead({
  name: 'listLineage',
  summary: 'Lists the direct upstream or downstream neighbours of an entity.',
  isLong: true,
  input: () =>
    objectOf({
      ...WINDOW,
      urn: URN,
      direction: DIRECTION,
      start: v.nullish(NUMBER, 0),
      count: v.nullish(NUMBER, DEFAULT_COUNT),
      separateSiblings: v.nullish(FLAG, false),
      includeGhostEntities: v.nullish(FLAG, false),
    }),
  run: (input, { query, scope }) => query.listLineage(input, scope),
});
