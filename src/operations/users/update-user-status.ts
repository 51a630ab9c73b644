import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

/** Suspends a user, or reactivates it. Returns its status. */
export const updateUserStatus = defineOperation({
  name: 'updateUserStatus',
  effect: 'write',
  input: (types) =>
    v.object({ user: types.entityOf('corpuser'), status: v.picklist(['ACTIVE', 'SUSPENDED']) }),
  needs: { kind: 'platform', anyOf: ['MANAGE_USERS_AND_GROUPS'], about: ({ user }) => user },
  denial: NAMING_PRIVILEGES,
  run: async ({ user, status }, { catalog, permit }) => {
    await catalog.accounts.updateUserStatus(user.urn, status, permit);
    return status;
  },
});
