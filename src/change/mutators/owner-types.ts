import { systemOwnershipType } from '../../model/access/ownership-types.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { Mutator } from './mutator.ts';

/** Derives `ownerTypes`, the owners by type of ownership, from the owners, ignoring the sent one. */
export const ownerTypes: Mutator = {
  name: 'ownerTypes',
  aspects: ['ownership'],
  mutate: ({ after }) => {
    const { owners } = after;
    if (!Array.isArray(owners)) return after;
    if (owners.length === 0 && after['ownerTypes'] === undefined) return after;
    const sent: readonly JsonValue[] = owners;
    const byType = Map.groupBy(sent.filter(isOwner), typeOf);
    const lists = [...byType].map(
      ([type, of]) => [type, [...new Set(of.map(({ owner }) => owner))]] as const,
    );
    return { ...after, ownerTypes: Object.fromEntries(lists) };
  },
};

function isOwner(value: JsonValue): value is JsonObject & { readonly owner: string } {
  return isJsonObject(value) && typeof value['owner'] === 'string';
}

/** The urn of the type. Dots are escaped: they would separate field names in the index. */
function typeOf({ type, typeUrn }: JsonObject): string {
  const urn =
    typeof typeUrn === 'string' ? typeUrn : systemOwnershipType(typeof type === 'string' ? type : 'NONE');
  return urn.replaceAll('.', '%2E');
}
