import type { EntityReference } from '../../../model/entity-reference.ts';

/** What has an association: an entity, or a column that may have none. */
export interface Holder {
  readonly urn: string;
}

/** The reference if it is of this entity type, else undefined. */
export function ofType(
  entityType: string,
  reference: EntityReference | undefined,
): EntityReference | undefined {
  return reference?.entityType === entityType ? reference : undefined;
}
