import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { MANAGE_SERVICE_ACCOUNTS, readServiceAccounts, type ServiceAccount } from './service-account.ts';
import { objectOf } from '../shapes.ts';

/** A service account, regardless of read policies; undefined for a user that is not one. */
export const getServiceAccount = defineProtected({
  name: 'getServiceAccount',
  effect: 'read',
  summary: 'Gets a service account.',
  input: (types) => objectOf({ account: types.entityOf(USER_TYPE) }),
  about: ({ account }) => [account.urn],
  needs: platform(...MANAGE_SERVICE_ACCOUNTS),
  denial: NAMING_PRIVILEGES,
  run: async ({ account }, { services }): Promise<ServiceAccount | undefined> => {
    const [found] = await readServiceAccounts([account.urn], services.reader);
    return found;
  },
});
