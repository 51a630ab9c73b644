import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

/** Creates a reset token with which a user can choose a new password. Returns its text. */
export const createPasswordReset = defineOperation({
  name: 'createPasswordReset',
  effect: 'write',
  input: (types) => v.object({ user: types.entityOf('corpuser') }),
  needs: { kind: 'platform', anyOf: ['MANAGE_USER_CREDENTIALS'], about: ({ user }) => user },
  denial: NAMING_PRIVILEGES,
  run: ({ user }, { catalog, permit }) => catalog.accounts.createPasswordReset(user.urn, permit),
});
