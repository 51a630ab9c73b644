import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

/** Deletes a group and, in the background, references to it. */
export const removeGroup = defineOperation({
  name: 'removeGroup',
  effect: 'delete',
  input: (types) => v.object({ group: types.entityOf('corpGroup') }),
  needs: { kind: 'platform', anyOf: ['MANAGE_USERS_AND_GROUPS'], about: ({ group }) => group },
  denial: NAMING_PRIVILEGES,
  run: ({ group }, { catalog, permit }) => catalog.accounts.removeGroup(group.urn, permit),
});
