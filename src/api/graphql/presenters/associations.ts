import type { EntityReference } from '../../../model/entity-reference.ts';

/** The holder of an association: an entity, or a column, which may not exist as an entity. */
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
