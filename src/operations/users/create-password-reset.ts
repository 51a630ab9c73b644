import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { requireCredentialRights } from './credentials.ts';
import { objectOf } from '../shapes.ts';

/** Creates a reset token, valid for one day and one use, with which a user can set a new password. Returns its text. */
export const createPasswordReset = defineProtected({
  name: 'createPasswordReset',
  effect: 'write',
  summary: 'Creates a reset token, valid for one day and one use, with which a user can set a new password.',
  input: (types) => objectOf({ userUrn: types.entityOf('corpuser') }),
  about: ({ userUrn }) => [userUrn.urn],
  needs: platform('MANAGE_USER_CREDENTIALS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ userUrn: user }, work) => {
    requireCredentialRights(user.urn, work);
    return work.services.nativeUsers.createReset(user.urn, work.actor.urn);
  },
});
