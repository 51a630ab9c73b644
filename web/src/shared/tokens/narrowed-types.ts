import type { KnownType, PrivilegeCatalog } from '../policies/privilege-catalog.ts';

/** GraphQL names of entity types by their names in the registry; types without one are left out. */
export function entityTypesOf(
  types: readonly string[],
  catalog: PrivilegeCatalog | undefined,
): NonNullable<KnownType['entityType']>[] {
  return (catalog?.types ?? []).flatMap(({ value, entityType }) =>
    entityType !== null && types.includes(value) ? [entityType] : [],
  );
}
