import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { AccountAccessParts } from './account-parts.ts';
import { addMembers, createGroup, removeGroup, removeMembers, requireGroup } from './groups.ts';
import type { GroupRequest } from './groups.ts';
import { profileDenial, profilePatch, profilePrivileges } from './profile-patch.ts';
import { MANAGE_ACCOUNTS, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import { requireExisting } from './user-state.ts';
import { RIGHTS_OF_MEMBERS } from './write-rights.ts';

/** Operations on groups for one caller; each throws FORBIDDEN without the privilege. */
export interface GroupAccess {
  createGroup(request: GroupRequest): Promise<Urn>;
  addGroupMembers(group: Urn, users: readonly Urn[]): Promise<void>;
  removeGroupMembers(group: Urn, users: readonly Urn[]): Promise<void>;
  removeGroup(group: Urn): Promise<void>;
  /** Updates the editable info of a group; members that are left out stay unchanged. */
  updateGroupProfile(group: Urn, members: JsonObject): Promise<void>;
}

/** Creates the group operations of one caller. */
export function openGroups(parts: AccountAccessParts, rights: Rights): GroupAccess {
  const self = rights.actor.urn;
  const requireMemberRights = async (group: Urn): Promise<void> => {
    requireGroup(group);
    if (!rights.holds(MANAGE_ACCOUNTS)) {
      await rights.requireOn('EDIT_GROUP_MEMBERS', group, profileDenial(group));
    }
    if (rights.givesRights(group)) requireAny(rights, RIGHTS_OF_MEMBERS);
  };
  return {
    createGroup: async (request) => {
      requireAny(rights, MANAGE_ACCOUNTS);
      return createGroup(parts, self, request);
    },
    addGroupMembers: async (group, users) => {
      await requireMemberRights(group);
      await addMembers(parts, self, group, users);
    },
    removeGroupMembers: async (group, users) => {
      await requireMemberRights(group);
      await removeMembers(parts, self, group, users);
    },
    removeGroup: async (group) => {
      requireAny(rights, MANAGE_ACCOUNTS);
      await removeGroup(parts, self, group);
      parts.references.remove(group, self);
    },
    updateGroupProfile: async (group, members) => {
      requireGroup(group);
      const needed = profilePrivileges(members, (name) =>
        name === 'description' ? 'EDIT_ENTITY_DOCS' : 'EDIT_ENTITY',
      );
      for (const privilege of needed) await rights.requireOn(privilege, group, profileDenial(group));
      await requireExisting(parts.reader, [group]);
      await parts.change.ingest(self, [profilePatch(group, 'corpGroupEditableInfo', members)]);
    },
  };
}
