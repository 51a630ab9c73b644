/** Entity type name in lower case, without the namespace: comparable with the type in an entity's urn. */
export function entityTypeIdOf(entityTypeUrn: string): string {
  return entityTypeUrn.replace(/^urn:li:entityType:(?:datahub\.)?/, '').toLowerCase();
}

const ids = new WeakMap<readonly string[], ReadonlySet<string>>();

/** {@link entityTypeIdOf} of a list of entity types, which must not change. */
export function entityTypeIds(entityTypeUrns: readonly string[]): ReadonlySet<string> {
  const found = ids.get(entityTypeUrns) ?? new Set(entityTypeUrns.map(entityTypeIdOf));
  ids.set(entityTypeUrns, found);
  return found;
}

/** Short name of an entity type, such as `dataset` for `urn:li:entityType:datahub.dataset`. */
export function entityTypeName(urn: string): string {
  return urn.replace('urn:li:entityType:', '').replace(/^datahub\./, '');
}
