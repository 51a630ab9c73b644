import type { EntityReference } from '../../model/entity-reference.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the name, description and color of a tag. */
export const TAG_INFO = 'tagProperties';

/** Throws NOT_FOUND unless the tag exists. */
export function requireTag(tag: EntityReference, work: Work): Promise<void> {
  return requireExisting([tag], (missing) => `Failed to update Tag ${missing}. Tag does not exist.`, work);
}
