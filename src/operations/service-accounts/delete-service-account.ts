import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { USER_TYPE, requireUser } from '../../auth/accounts/user-state.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { removeAccount } from '../users/remove-account.ts';
import { MANAGE_SERVICE_ACCOUNTS, requireServiceAccount } from './service-account.ts';
import { objectOf } from '../shapes.ts';

/**
 * Deletes a service account with all tokens and, in the background, references to it. NOT_FOUND for a user that is not
 * one.
 */
export const deleteServiceAccount = defineProtected({
  name: 'deleteServiceAccount',
  effect: 'delete',
  summary: 'Deletes a service account with all its tokens; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf(USER_TYPE) }),
  about: ({ urn }) => [urn.urn],
  needs: platform(...MANAGE_SERVICE_ACCOUNTS),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: { urn } }, work) => {
    requireUser(urn);
    requireType(work.rights, USER_TYPE);
    await requireServiceAccount(urn, work.services.reader);
    await removeAccount(urn, work);
  },
});
