import { invalidRequest } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { AccountParts } from './account-parts.ts';
import type { Permit } from './permit.ts';
import { MANAGE_ACCOUNTS, forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import { assignRole } from './role-assignments.ts';
import { requireUser } from './user-state.ts';

/** Operations on roles and invitations for one caller; without a permit, they throw FORBIDDEN without the privilege. */
export interface RoleAccess {
  /** Replaces the roles of users and groups with this role; undefined removes all roles. */
  assignRole(role: Urn | undefined, to: readonly Urn[], permit: Permit): Promise<void>;
  /**
   * Assigns the role of an invitation to the caller, whatever its privileges; throws INVALID_REQUEST for an invalid
   * invitation.
   */
  acceptRole(inviteToken: string): Promise<void>;
  /** The text of an invitation with the role, if given. */
  invite(role: Urn | undefined): Promise<string>;
  /** Issues a new invitation with the role, if given, and revokes earlier ones. */
  renewInvite(role: Urn | undefined, permit: Permit): Promise<string>;
}

/** Creates the role and invitation operations of one caller. */
export function openRoles(parts: AccountParts, rights: Rights): RoleAccess {
  const self = rights.actor.urn;
  return {
    assignRole: (role, to) => assignRole(parts, self, role, to),
    acceptRole: async (inviteToken) => {
      requireUser(self);
      if (rights.actor.narrowing !== undefined) throw forbidden('A narrowed token cannot accept a role.');
      const invite = await parts.invites.find(inviteToken);
      if (invite?.role === undefined) {
        throw invalidRequest('Invite token is invalid. Ask for a new link with a role.');
      }
      await assignRole(parts, self, invite.role, [self]);
    },
    invite: async (role) => {
      // A role grants the rights of its policies, so an invitation with a role needs more than one without.
      if (role === undefined) requireAny(rights, 'MANAGE_USER_CREDENTIALS', MANAGE_ACCOUNTS);
      else requireAny(rights, 'MANAGE_POLICIES');
      return parts.invites.get(self, role);
    },
    renewInvite: (role) => parts.invites.renew(self, role),
  };
}
