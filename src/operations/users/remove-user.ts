import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { USER_TYPE, requireUser } from '../../auth/accounts/user-state.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { removeAccount } from './remove-account.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a user with all tokens and sessions and, in the background, references to it. */
export const removeUser = defineProtected({
  name: 'removeUser',
  effect: 'delete',
  summary: 'Deletes a user with all tokens and sessions; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf(USER_TYPE) }),
  about: ({ urn }) => [urn.urn],
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: user }, work) => {
    requireUser(user.urn);
    requireType(work.rights, USER_TYPE);
    await removeAccount(user.urn, work);
  },
});
