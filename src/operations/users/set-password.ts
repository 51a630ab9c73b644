import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { userUrn } from './account.ts';
import { requireCredentialRights } from './credentials.ts';

/** Sets the password of a user, of any length up to 1024, which ends the browser sessions of the user. */
export const setPassword = defineProtected({
  name: 'setPassword',
  effect: 'write',
  summary: "Sets the password of a user and ends the user's browser sessions.",
  input: () => objectOf({ urn: userUrn, password: TEXT }),
  about: ({ urn }) => [urn],
  needs: platform('MANAGE_USER_CREDENTIALS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: user, password }, work) => {
    requireCredentialRights(user, work);
    await work.services.nativeUsers.setPassword(user, password, work.actor.urn);
  },
});
