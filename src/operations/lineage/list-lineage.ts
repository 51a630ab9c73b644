import type { LineageListInput } from '../../query/lineage/lineage-query.ts';
import { defineRead } from '../operation.ts';

export type { LineageNeighbour } from '../../query/lineage/lineage-query.ts';

/** Direct upstream or downstream neighbours of an entity. */
export const listLineage = defineRead({
  name: 'listLineage',
  summary: 'Lists the direct upstream or downstream neighbours of an entity.',
  isLong: true,
  run: (input: LineageListInput, { query, scope }) => query.listLineage(input, scope),
});
