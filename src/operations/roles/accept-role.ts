import * as v from 'valibot';
import { forbidden } from '../../auth/rights.ts';
import { requireUser } from '../../auth/accounts/user-state.ts';
import { invalidRequest } from '../../errors.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { replaceRoles } from './replace-roles.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/**
 * Assigns the role of an invitation to the caller, regardless of privileges; INVALID_REQUEST for an invalid
 * invitation.
 */
export const acceptRole = defineProtected({
  name: 'acceptRole',
  effect: 'write',
  summary: 'Assigns you the role of an invitation.',
  input: () => objectOf({ inviteToken: v.string() }),
  needs: TOKEN,
  run: async ({ inviteToken }, work) => {
    const { actor, services } = work;
    requireUser(actor.urn);
    if (actor.restriction !== undefined) throw forbidden('A restricted token cannot accept a role.');
    const invite = await services.invites.find(inviteToken);
    if (invite?.role === undefined) {
      throw invalidRequest(
        'Invite token is invalid. Ask for a new link with a role.',
        undefined,
        because('LINK_INVALID'),
      );
    }
    await replaceRoles(invite.role, [actor.urn], work);
  },
});
