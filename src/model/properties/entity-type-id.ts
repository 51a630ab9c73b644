/** Entity type name in lower case, without the namespace: comparable with the type in an entity's urn. */
export function entityTypeIdOf(entityTypeUrn: string): string {
  return entityTypeUrn.replace(/^urn:li:entityType:(?:datahub\.)?/, '').toLowerCase();
}
