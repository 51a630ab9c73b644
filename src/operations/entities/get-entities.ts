import type { Urn } from '../../model/urn.ts';
import { checkLength } from '../list-limits.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** The entities to read. `aspectNames` absent: all aspects. */
export interface EntitySelection {
  readonly urns: readonly Urn[];
  readonly aspectNames?: readonly string[] | undefined;
}

/** Latest aspects of entities; entities that do not exist are not in the map. */
export const getEntities = defineModelled({
  name: 'getEntities',
  effect: 'read',
  limits: ({ urns }: EntitySelection, settings) => checkLength('The number of urns', urns.length, settings),
  about: ({ urns }) => urns,
  needs: READ,
  run: ({ urns, aspectNames }, { query, scope }) => query.getEntities(urns, aspectNames, scope),
});
