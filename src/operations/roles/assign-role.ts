import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';

/** Replaces the roles of users and groups with this one, or with none. */
export const assignRole = defineOperation({
  name: 'assignRole',
  effect: 'write',
  input: (types) => v.object({ role: v.optional(types.entity()), to: list(types.entity()) }),
  needs: {
    kind: 'platform',
    anyOf: ['MANAGE_POLICIES'],
    about: ({ role, to }) => (role === undefined ? to : [role, ...to]),
  },
  denial: NAMING_PRIVILEGES,
  run: ({ role, to }, { catalog, permit }) => {
    const accounts = to.map(({ urn }) => urn);
    return catalog.accounts.assignRole(role?.urn, accounts, permit);
  },
});
