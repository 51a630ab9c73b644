import * as v from 'valibot';
import { profileDenial, profilePrivileges } from '../../auth/profile-patch.ts';
import { defineOperation } from '../operation.ts';
import { profileMembers } from './account.ts';

/** Changes the profile of a user; users may change their own. Returns the user. */
export const updateUserProfile = defineOperation({
  name: 'updateUserProfile',
  effect: 'write',
  input: (types) => v.object({ user: types.entityOf('corpuser'), members: profileMembers }),
  needs: {
    anyOf: ['EDIT_USER_PROFILE', 'EDIT_CONTACT_INFO', 'EDIT_ENTITY'],
    clauses: ({ user: { urn }, members }, { catalog }) =>
      urn === catalog.actor.urn
        ? []
        : [...profilePrivileges(members, () => 'EDIT_USER_PROFILE')].map((privilege) => [{ privilege, urn }]),
  },
  denial: (_refused, { user }) => profileDenial(user.urn),
  run: async ({ user, members }, { catalog, permit }) => {
    await catalog.accounts.updateUserProfile(user.urn, members, permit);
    return user;
  },
});
