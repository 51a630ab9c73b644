import { defineProtected } from '../operation.ts';
import { INVITATION_RIGHTS, invitationInput } from './invitation.ts';

/** Creates an invitation to sign up, with a role if given, and revokes earlier ones. Returns its token. */
export const createInvitation = defineProtected({
  name: 'createInvitation',
  effect: 'write',
  summary: 'Creates an invitation to sign up, with a role if given, and revokes earlier ones.',
  input: invitationInput,
  ...INVITATION_RIGHTS,
  run: ({ roleUrn: role }, { actor, services }) => services.invites.renew(actor.urn, role?.urn),
});
