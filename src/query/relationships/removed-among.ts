import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import { allOf } from '../../search/expression.ts';
import { REMOVED_FIELD, URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';
import { oneOf } from '../filters/combine.ts';

/** The soft-deleted entities among these; does not check whether the caller may see them. */
export async function removedAmong(
  urns: readonly Urn[],
  { index, registry }: { readonly index: SearchReader; readonly registry: EntityRegistry },
): Promise<ReadonlySet<Urn>> {
  const named = [...new Set(urns)];
  if (named.length === 0) return new Set();
  const where = allOf([oneOf(URN_FIELD, named), oneOf(REMOVED_FIELD, ['true'])]);
  const query = unrestricted({ entityTypes: [...registry.entities.keys()], where });
  const page = await index.search({ ...query, sort: [], from: 0, size: named.length });
  return new Set(page.hits.map(({ urn }) => urn));
}
