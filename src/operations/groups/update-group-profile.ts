import { requireExisting } from '../../auth/accounts/user-state.ts';
import { defineProtected } from '../operation.ts';
import { profileMembers } from '../users/account.ts';
import { profileDenial, profilePatch, profilePrivileges } from '../users/profile-patch.ts';
import { objectOf } from '../shapes.ts';

/** Changes the profile of a group. Returns the group. */
export const updateGroupProfile = defineProtected({
  name: 'updateGroupProfile',
  effect: 'write',
  summary: 'Changes the profile of a group.',
  input: (types) => objectOf({ group: types.entityOf('corpGroup'), members: profileMembers }),
  needs: {
    anyOf: ['EDIT_ENTITY', 'EDIT_ENTITY_DOCS', 'EDIT_CONTACT_INFO'],
    clauses: ({ group: { urn }, members }) => {
      const privilegeOf = (name: string) => (name === 'description' ? 'EDIT_ENTITY_DOCS' : 'EDIT_ENTITY');
      return [...profilePrivileges(members, privilegeOf)].map((privilege) => [{ privilege, urn }]);
    },
  },
  denial: (_refused, { group }) => profileDenial(group.urn),
  run: async ({ group, members }, { actor, services }) => {
    await requireExisting(services.reader, [group.urn]);
    await services.change.ingest(actor.urn, [profilePatch(group.urn, 'corpGroupEditableInfo', members)]);
    return group;
  },
});
