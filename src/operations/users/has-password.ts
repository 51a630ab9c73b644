import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';

/** Whether a user has a password, which is not secret. */
export const hasPassword = defineProtected({
  name: 'hasPassword',
  effect: 'read',
  summary: 'Checks whether a user has a password.',
  input: () => objectOf({ user: URN }),
  about: ({ user }) => [user],
  needs: TOKEN,
  run: ({ user }, { services }) => services.nativeUsers.hasPassword(user),
});
