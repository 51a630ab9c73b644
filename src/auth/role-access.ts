import { invalidRequest } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { AccountParts } from './account-parts.ts';
import { MANAGE_ACCOUNTS, forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import { assignRole } from './role-assignments.ts';
import { requireUser } from './user-state.ts';

/** Roles and invitations as one caller may hand them out. */
export interface RoleAccess {
  /** Gives the role in place of the one they have; undefined takes it away. */
  assignRole(role: Urn | undefined, to: readonly Urn[]): Promise<void>;
  /** Takes the role of an invitation for the caller itself. */
  acceptRole(inviteToken: string): Promise<void>;
  /** The text of an invitation; with `renew` a new one, and those before it end. */
  invite(role: Urn | undefined, options: { readonly renew: boolean }): Promise<string>;
}

/** Opens roles and invitations for one caller. */
export function openRoles(parts: AccountParts, rights: Rights): RoleAccess {
  const self = rights.actor.urn;
  return {
    assignRole: async (role, to) => {
      requireAny(rights, 'MANAGE_POLICIES');
      await assignRole(parts, self, role, to);
    },
    acceptRole: async (inviteToken) => {
      requireUser(self);
      if (rights.actor.narrowing !== undefined) throw forbidden('A narrowed token cannot accept a role.');
      const invite = await parts.invites.find(inviteToken);
      if (invite?.role === undefined) {
        throw invalidRequest('Invite token is invalid. Ask for a new link that is for a role.');
      }
      await assignRole(parts, self, invite.role, [self]);
    },
    invite: async (role, { renew }) => {
      // A role carries the rights of its policies, so that handing one out is more than letting somebody in.
      if (role === undefined) requireAny(rights, 'MANAGE_USER_CREDENTIALS', MANAGE_ACCOUNTS);
      else requireAny(rights, 'MANAGE_POLICIES');
      return renew ? parts.invites.renew(self, role) : parts.invites.get(self, role);
    },
  };
}
