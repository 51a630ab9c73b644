import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { AccountAccessParts } from './account-parts.ts';
import { addMembers, createGroup, removeGroup, removeMembers, requireGroup } from './groups.ts';
import type { GroupRequest } from './groups.ts';
import type { Permit } from './permit.ts';
import { profilePatch } from './profile-patch.ts';
import { requireAny, requireType } from './rights.ts';
import type { Rights } from './rights.ts';
import { GROUP_TYPE, requireExisting } from './user-state.ts';
import { RIGHTS_OF_MEMBERS } from './write-rights.ts';

/** Operations on groups for one caller. Changing the members of a group that gives rights needs MANAGE_POLICIES. */
export interface GroupAccess {
  createGroup(request: GroupRequest, permit: Permit): Promise<Urn>;
  addGroupMembers(group: Urn, users: readonly Urn[], permit: Permit): Promise<void>;
  removeGroupMembers(group: Urn, users: readonly Urn[], permit: Permit): Promise<void>;
  removeGroup(group: Urn, permit: Permit): Promise<void>;
  /** Updates the editable info of a group; members that are left out stay unchanged. */
  updateGroupProfile(group: Urn, members: JsonObject, permit: Permit): Promise<void>;
}

/** Creates the group operations of one caller. */
export function openGroups(parts: AccountAccessParts, rights: Rights): GroupAccess {
  const self = rights.actor.urn;
  const requireMemberRights = (group: Urn): void => {
    requireGroup(group);
    requireType(rights, GROUP_TYPE);
    if (rights.givesRights(group)) requireAny(rights, RIGHTS_OF_MEMBERS);
  };
  return {
    createGroup: async (request) => {
      requireType(rights, GROUP_TYPE);
      return createGroup(parts, self, request);
    },
    addGroupMembers: async (group, users) => {
      requireMemberRights(group);
      await addMembers(parts, self, group, users);
    },
    removeGroupMembers: async (group, users) => {
      requireMemberRights(group);
      await removeMembers(parts, self, group, users);
    },
    removeGroup: async (group) => {
      requireType(rights, GROUP_TYPE);
      await removeGroup(parts, self, group);
      parts.references.remove(group, self);
    },
    updateGroupProfile: async (group, members) => {
      requireGroup(group);
      await requireExisting(parts.reader, [group]);
      await parts.change.ingest(self, [profilePatch(group, 'corpGroupEditableInfo', members)]);
    },
  };
}
