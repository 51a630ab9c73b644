import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { InputTypes } from '../input-types.ts';
import type { Operation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

interface InvitationInput {
  readonly roleUrn?: EntityReference | undefined;
}

/** Shape of an invitation to sign up: its role, if any. */
export function invitationInput(types: InputTypes) {
  return objectOf({ roleUrn: types.optionalEntityOf('dataHubRole') });
}

const WITHOUT_ROLE = ['MANAGE_USER_CREDENTIALS', 'MANAGE_USERS_AND_GROUPS'];

/** The need of invitations. A role grants the privileges of its policies, so an invitation with a role needs more. */
export const INVITATION_RIGHTS = {
  about: ({ roleUrn }) => (roleUrn === undefined ? [] : [roleUrn.urn]),
  needs: {
    anyOf: [...WITHOUT_ROLE, 'MANAGE_POLICIES'],
    clauses: ({ roleUrn }) => [
      roleUrn === undefined
        ? WITHOUT_ROLE.map((privilege) => ({ privilege }))
        : [{ privilege: 'MANAGE_POLICIES' }],
    ],
  },
  denial: NAMING_PRIVILEGES,
} satisfies Pick<Operation<unknown, InvitationInput, string>, 'about' | 'needs' | 'denial'>;
