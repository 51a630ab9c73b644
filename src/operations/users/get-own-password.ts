import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Whether the caller can change a password here, and the minimum length of a new one in characters. */
export const getOwnPassword = defineProtected({
  name: 'getOwnPassword',
  effect: 'read',
  summary: 'Checks whether you can change your password here, and how long a new one must be.',
  input: () => objectOf({}),
  needs: TOKEN,
  run: (_input, { actor, services }) => services.nativeUsers.ownPassword(actor.urn),
});
