import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

const WITHOUT_ROLE = ['MANAGE_USER_CREDENTIALS', 'MANAGE_USERS_AND_GROUPS'];

/** Creates an invitation to sign up, with a role if given, and revokes earlier ones. Returns its text. */
export const createInvitation = defineOperation({
  name: 'createInvitation',
  effect: 'write',
  input: (types) => v.object({ role: v.optional(types.entityOf('dataHubRole')) }),
  needs: {
    anyOf: [...WITHOUT_ROLE, 'MANAGE_POLICIES'],
    // A role grants the rights of its policies, so an invitation with a role needs more than one without.
    clauses: ({ role }) =>
      role === undefined
        ? [WITHOUT_ROLE.map((privilege) => ({ privilege }))]
        : [[{ privilege: 'MANAGE_POLICIES', about: [role.urn] }]],
  },
  denial: NAMING_PRIVILEGES,
  run: ({ role }, { catalog, permit }) => catalog.accounts.renewInvite(role?.urn, permit),
});
