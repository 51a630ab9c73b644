import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';
import { userUrn } from './account.ts';

/** Removes the password of a user. */
export const removePassword = defineOperation({
  name: 'removePassword',
  effect: 'write',
  input: () => v.object({ user: userUrn }),
  needs: { kind: 'platform', anyOf: ['MANAGE_USER_CREDENTIALS'], about: ({ user }) => ({ urn: user }) },
  denial: NAMING_PRIVILEGES,
  run: ({ user }, { catalog, permit }) => catalog.accounts.removePassword(user, permit),
});
