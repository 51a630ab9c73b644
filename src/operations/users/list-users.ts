import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import { defineAccountListing } from './account-listing.ts';

/** Finds users. */
export const listUsers = defineAccountListing('listUsers', USER_TYPE);
