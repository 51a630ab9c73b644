import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import {
  MANAGE_SERVICE_ACCOUNTS,
  isServiceAccount,
  readServiceAccounts,
  type ServiceAccount,
} from './service-account.ts';
import { objectOf } from '../shapes.ts';

/** All service accounts, regardless of read policies. */
export const listServiceAccounts = defineProtected({
  name: 'listServiceAccounts',
  effect: 'read',
  summary: 'Lists all service accounts.',
  input: () => objectOf({}),
  needs: platform(...MANAGE_SERVICE_ACCOUNTS),
  denial: NAMING_PRIVILEGES,
  isLong: true,
  run: async (_input, { services: { reader } }): Promise<readonly ServiceAccount[]> => {
    const rows = await reader.rowsOf(USER_TYPE, 'subTypes');
    const urns = rows
      .filter(({ aspect }) => isServiceAccount(aspect.value['typeNames']))
      .map(({ aspect }) => aspect.urn);
    return readServiceAccounts(urns, reader);
  },
});
