import { POLICY } from '../../model/access/policy.ts';
import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';

/** Finds policies. */
export const listPolicies = defineListing(
  'listPolicies',
  'Lists policies, optionally by a search query.',
  POLICY.entityType,
  platform('MANAGE_POLICIES'),
);
