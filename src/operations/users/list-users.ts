import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';

/** Finds users. */
export const listUsers = defineListing(
  'listUsers',
  'Lists users, optionally by a search query.',
  USER_TYPE,
  platform('MANAGE_USERS_AND_GROUPS'),
  NAMING_PRIVILEGES,
);
