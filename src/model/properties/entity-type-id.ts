/** Entity type name in lower case, without the namespace: comparable with the type in an entity's urn. */
export function entityTypeIdOf(entityTypeUrn: string): string {
  return entityTypeUrn.replace(/^urn:li:entityType:(?:datahub\.)?/, '').toLowerCase();
}

/** Short name of an entity type, such as `dataset` for `urn:li:entityType:datahub.dataset`. */
export function entityTypeName(urn: string): string {
  return urn.replace('urn:li:entityType:', '').replace(/^datahub\./, '');
}
