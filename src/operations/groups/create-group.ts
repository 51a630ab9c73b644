import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';

/** Creates an empty group; INVALID_REQUEST if it exists. Returns its urn. */
export const createGroup = defineOperation({
  name: 'createGroup',
  effect: 'write',
  input: () => v.object({ id: v.string(), name: v.string(), description: v.string() }),
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: (request, { catalog, permit }) => catalog.accounts.createGroup(request, permit),
});
