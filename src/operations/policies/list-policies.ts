import { POLICY } from '../../model/access/policy.ts';
import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';

/** Finds policies. */
export const listPolicies = defineListing('listPolicies', POLICY.entityType, platform('MANAGE_POLICIES'));
