import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { InputTypes } from '../input-types.ts';
import type { Operation } from '../operation.ts';

interface InvitationInput {
  readonly role?: EntityReference | undefined;
}

/** Shape of an invitation to sign up: its role, if any. */
export function invitationInput(types: InputTypes) {
  return v.object({ role: v.optional(types.entityOf('dataHubRole')) });
}

const WITHOUT_ROLE = ['MANAGE_USER_CREDENTIALS', 'MANAGE_USERS_AND_GROUPS'];

/** What inviting needs. A role grants the rights of its policies, so an invitation with a role needs more than one without. */
export const INVITATION_RIGHTS = {
  about: ({ role }) => (role === undefined ? [] : [role.urn]),
  needs: {
    anyOf: [...WITHOUT_ROLE, 'MANAGE_POLICIES'],
    clauses: ({ role }) => [
      role === undefined
        ? WITHOUT_ROLE.map((privilege) => ({ privilege }))
        : [{ privilege: 'MANAGE_POLICIES' }],
    ],
  },
  denial: NAMING_PRIVILEGES,
} satisfies Pick<Operation<unknown, InvitationInput, string>, 'about' | 'needs' | 'denial'>;
