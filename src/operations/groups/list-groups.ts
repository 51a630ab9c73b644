import { GROUP_TYPE } from '../../auth/accounts/user-state.ts';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';

/** Finds groups. */
export const listGroups = defineListing(
  'listGroups',
  'Lists groups, optionally by a search query.',
  GROUP_TYPE,
  platform('MANAGE_USERS_AND_GROUPS'),
  NAMING_PRIVILEGES,
);
