import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { userUrn } from './account.ts';
import { requireCredentialRights } from './credentials.ts';

/** Removes the password of a user. */
export const removePassword = defineProtected({
  name: 'removePassword',
  effect: 'write',
  summary: 'Removes the password of a user.',
  input: () => objectOf({ urn: userUrn }),
  about: ({ urn }) => [urn],
  needs: platform('MANAGE_USER_CREDENTIALS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: user }, work) => {
    requireCredentialRights(user, work);
    await work.services.nativeUsers.removePassword(user, work.actor.urn);
  },
});
