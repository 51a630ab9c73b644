import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

/** Deletes a service account with all tokens and, in the background, references to it. */
export const deleteServiceAccount = defineOperation({
  name: 'deleteServiceAccount',
  effect: 'delete',
  input: (types) => v.object({ account: types.entityOf('corpuser') }),
  needs: {
    kind: 'platform',
    anyOf: ['MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS'],
    about: ({ account }) => account,
  },
  denial: NAMING_PRIVILEGES,
  run: ({ account }, { catalog, permit }) => catalog.accounts.removeServiceAccount(account.urn, permit),
});
