import type { Urn } from '../../model/urn.ts';
import { TOKEN } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';

/** Whether a user has a password, which is not secret. */
export const hasPassword = defineProtectedModelled({
  name: 'hasPassword',
  effect: 'read',
  summary: 'Tells whether a user has a password.',
  about: (user: Urn) => [user],
  needs: TOKEN,
  run: (user, { services }) => services.nativeUsers.hasPassword(user),
});
