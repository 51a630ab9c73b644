import type { LineageListInput } from '../../query/lineage/lineage-query.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

export type { LineageNeighbour } from '../../query/lineage/lineage-query.ts';

/** Direct upstream or downstream neighbours of an entity. */
export const listLineage = defineModelled({
  name: 'listLineage',
  effect: 'read',
  needs: READ,
  isLong: true,
  run: (input: LineageListInput, { query, scope }) => query.listLineage(input, scope),
});
