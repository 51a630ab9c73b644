import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';

/** Creates a service account with a random name. Returns it. */
export const createServiceAccount = defineOperation({
  name: 'createServiceAccount',
  effect: 'write',
  input: () => v.object({ displayName: v.string(), description: v.nullish(v.string()) }),
  needs: platform('MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: ({ displayName, description }, { catalog, permit }) =>
    catalog.accounts.createServiceAccount({ displayName, description: description ?? undefined }, permit),
});
