import { forbidden } from '../../auth/rights.ts';
import { requireExisting, requireUser } from '../../auth/accounts/user-state.ts';
import { defineProtected } from '../operation.ts';
import { profileMembers } from './account.ts';
import { profileDenial, profilePatch, profilePrivileges } from './profile-patch.ts';
import { objectOf } from '../shapes.ts';

/** Changes the profile of a user; users may change their own. Returns the user. */
export const updateUserProfile = defineProtected({
  name: 'updateUserProfile',
  effect: 'write',
  summary: 'Changes the profile of a user; users may change their own.',
  input: (types) => objectOf({ user: types.entityOf('corpuser'), members: profileMembers }),
  about: ({ user }) => [user.urn],
  needs: {
    anyOf: ['EDIT_USER_PROFILE', 'EDIT_CONTACT_INFO', 'EDIT_ENTITY'],
    clauses: ({ user: { urn }, members }, { actor }) =>
      urn === actor.urn
        ? []
        : [...profilePrivileges(members, () => 'EDIT_USER_PROFILE')].map((privilege) => [{ privilege, urn }]),
  },
  denial: (_refused, { user }) => profileDenial(user.urn),
  run: async ({ user, members }, { actor, services }) => {
    requireUser(user.urn);
    if (user.urn === actor.urn && actor.restriction !== undefined) {
      throw forbidden('A restricted token cannot change a profile.');
    }
    await requireExisting(services.reader, [user.urn]);
    await services.change.ingest(actor.urn, [profilePatch(user.urn, 'corpUserEditableInfo', members)]);
    return user;
  },
});
