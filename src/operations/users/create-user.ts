import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { userUrn } from './account.ts';

/** Creates a user without an invitation; the user has no password. */
export const createUser = defineOperation({
  name: 'createUser',
  effect: 'write',
  input: () =>
    v.object({
      user: userUrn,
      displayName: v.optional(v.string()),
      email: v.optional(v.string()),
    }),
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: (request, { catalog, permit }) => catalog.accounts.createUser(request, permit),
});
