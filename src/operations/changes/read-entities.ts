import type { EntityAspects } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { Reading } from '../work.ts';

/** Named aspects of any number of entities, within what the caller may view. */
export async function readEntities(
  urns: readonly Urn[],
  aspectNames: readonly string[],
  { query, scope, settings: { pageSize } }: Reading,
): Promise<ReadonlyMap<Urn, EntityAspects>> {
  const found = new Map<Urn, EntityAspects>();
  for (let i = 0; i < urns.length; i += pageSize) {
    const page = await query.getEntities(urns.slice(i, i + pageSize), aspectNames, scope);
    for (const [urn, aspects] of page) found.set(urn, aspects);
  }
  return found;
}
