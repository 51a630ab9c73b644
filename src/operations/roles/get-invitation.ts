import { defineProtected } from '../operation.ts';
import { INVITATION_RIGHTS, invitationInput } from './invitation.ts';

/** The token of a valid invitation to sign up, with a role if given; creates one if this server has none. */
export const getInvitation = defineProtected({
  name: 'getInvitation',
  effect: 'write',
  summary: 'Gets the invitation to sign up, with a role if given.',
  input: invitationInput,
  ...INVITATION_RIGHTS,
  run: ({ roleUrn: role }, { actor, services }) => services.invites.get(actor.urn, role?.urn),
});
