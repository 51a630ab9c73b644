import type { Urn } from './urn.ts';

/**
 * Which structured properties a writer may know of, and assign, on the entities that it writes. One that it may not
 * know of does not exist for it: its values stay whatever is written.
 */
export interface AssignmentRights {
  /** False when some property is hidden from the writer, so that nothing may tell of all assignments together. */
  readonly seesEveryProperty: boolean;
  mayRead(propertyUrn: Urn, entity: Urn): boolean;
  /** Whether the writer may know of the property on any entity. */
  mayKnow(propertyUrn: Urn): boolean;
  mayAssign(propertyUrn: Urn, entity: Urn): boolean;
}
