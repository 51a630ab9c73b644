import { GROUP_TYPE } from '../../auth/accounts/user-state.ts';
import { defineAccountListing } from '../users/account-listing.ts';

/** Finds groups. */
export const listGroups = defineAccountListing('listGroups', GROUP_TYPE);
