import type { EntityReference } from '../../model/entity-reference.ts';
import type { ParentLink } from '../ancestors.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the name, description and parent of a domain. */
export const DOMAIN_INFO = 'domainProperties';

/** The member that holds the parent of a domain. */
export const PARENT_DOMAIN: ParentLink = { aspectName: DOMAIN_INFO, member: 'parentDomain' };

/** Throws NOT_FOUND unless the parent of a domain exists. */
export function requireParent(parent: EntityReference, work: Work): Promise<void> {
  return requireExisting([parent], (urn) => `Parent Domain does not exist! ${urn} was never created.`, work);
}
