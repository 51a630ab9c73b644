import type { EntityRegistry } from '../../model/entity-registry.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import type { Urn } from '../../model/urn.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';
import { oneOf } from '../filters/combine.ts';
import { removedAmong } from './removed-among.ts';

/**
 * The entities among these that exist and are not soft-deleted; does not check whether the caller may see them. A column
 * without own aspects exists if its parent does.
 */
export async function presenceAmong(
  urns: readonly Urn[],
  parts: { readonly index: SearchReader; readonly registry: EntityRegistry },
): Promise<(urn: Urn) => boolean> {
  const named = [...new Set(urns.flatMap((urn) => [urn, ...heldBy(urn)]))];
  if (named.length === 0) return () => false;
  const query = unrestricted({
    entityTypes: [...parts.registry.entities.keys()],
    where: oneOf(URN_FIELD, named),
  });
  const page = await parts.index.search({ ...query, sort: [], from: 0, size: named.length });
  const existing = new Set(page.hits.map(({ urn }) => urn));
  const removed = await removedAmong(named, parts);
  const isPresent = (urn: Urn): boolean => existing.has(urn) && !removed.has(urn);
  return (urn) => isPresent(urn) || (!removed.has(urn) && heldBy(urn).some(isPresent));
}

function heldBy(urn: Urn): readonly Urn[] {
  const holder = holderOf(urn);
  return holder === undefined ? [] : [holder];
}
