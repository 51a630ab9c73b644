import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';
import { userUrn } from './account.ts';

/** Sets the password of a user, which ends the browser sessions of the user. */
export const setPassword = defineOperation({
  name: 'setPassword',
  effect: 'write',
  input: () => v.object({ user: userUrn, password: v.string() }),
  needs: { kind: 'platform', anyOf: ['MANAGE_USER_CREDENTIALS'], about: ({ user }) => ({ urn: user }) },
  denial: NAMING_PRIVILEGES,
  run: ({ user, password }, { catalog, permit }) => catalog.accounts.setPassword(user, password, permit),
});
