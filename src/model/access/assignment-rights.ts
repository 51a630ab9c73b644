import type { Urn } from '../urn.ts';

/**
 * Which structured properties a writer may read and assign. A property that the writer may not read does not exist for
 * the writer: writes leave its values unchanged.
 */
export interface AssignmentRights {
  /** False if any property is hidden from the writer; then answers must not be computed over all assignments. */
  readonly seesEveryProperty: boolean;
  mayRead(propertyUrn: Urn, entity: Urn): boolean;
  /** Whether the writer may read the property on at least one entity. */
  mayKnow(propertyUrn: Urn): boolean;
  mayAssign(propertyUrn: Urn, entity: Urn): boolean;
}
