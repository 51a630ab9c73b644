import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { entityTypeName } from '../../model/properties/entity-type-id.ts';
import type { Scope } from '../../model/scope.ts';
import type { PropertyState } from '../../model/structured-property.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import type { MetadataQuery } from '../../query/metadata-query.ts';
import { because } from '../../refusals.ts';

/** Maximum number of properties per request: each costs a few counts in the index. */
export const MOST_PROPERTIES = 50;

/** Throws INVALID_REQUEST for too many properties. */
export function checkProperties(properties: readonly Urn[] | null | undefined): void {
  if ((properties?.length ?? 0) <= MOST_PROPERTIES) return;
  const message = `${properties?.length} properties are too many. Request at most ${MOST_PROPERTIES}.`;
  throw invalidRequest(
    message,
    'properties',
    because('LIST_TOO_LONG', { size: properties?.length ?? 0, most: MOST_PROPERTIES }),
  );
}

/** The properties of a request, in its order; those that do not exist or that the caller may not see are omitted. */
export function chosenProperties(
  urns: readonly Urn[] | null | undefined,
  { properties }: Pick<MetadataQuery, 'properties'>,
  scope: Scope,
): readonly PropertyState[] {
  const isShown = ({ urn, generation, removed }: PropertyState): boolean =>
    !removed && scope.seesAssignment(urn, generation);
  if (urns) {
    const named = [...new Set(urns)].flatMap((urn) => properties.get(urn) ?? []);
    return named.filter(isShown);
  }
  return [...properties.all()]
    .filter((state) => state.showInSearchFilters && isShown(state))
    .sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1))
    .slice(0, MOST_PROPERTIES);
}

function titleOf({ definition: { displayName, qualifiedName } }: PropertyState): string {
  return displayName ?? qualifiedName;
}

/** The assets to which properties apply. */
export interface Reach {
  /** Names of entity types; empty: none. */
  readonly types: readonly string[];
  /** Urns of platforms; empty: any. */
  readonly platforms: readonly string[];
}

/** The assets to which a property applies, and the name of its search field without the prefix. */
export function reachOf(
  { urn, definition }: PropertyState,
  registry: EntityRegistry,
): Reach & { readonly urn: Urn; readonly name: string } {
  const { entityTypes, allowedPlatforms } = definition;
  const types = entityTypes.flatMap((type) => registry.findEntity(entityTypeName(type))?.name ?? []);
  return { urn, name: urnKey(urn), types: types.sort(), platforms: [...allowedPlatforms].sort() };
}
