import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

/** Deletes a user with all tokens and sessions and, in the background, references to it. */
export const removeUser = defineOperation({
  name: 'removeUser',
  effect: 'delete',
  input: (types) => v.object({ user: types.entityOf('corpuser') }),
  needs: { kind: 'platform', anyOf: ['MANAGE_USERS_AND_GROUPS'], about: ({ user }) => user },
  denial: NAMING_PRIVILEGES,
  run: ({ user }, { catalog, permit }) => catalog.accounts.removeUser(user.urn, permit),
});
