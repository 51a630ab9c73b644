import { forbidden } from '../../auth/rights.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';

/**
 * Replaces the caller's password. Throws INVALID_REQUEST for a wrong current password, a new one of bad length, or if
 * the caller has no password here; TOO_MANY_REQUESTS after too many wrong ones.
 */
export const changeOwnPassword = defineProtected({
  name: 'changeOwnPassword',
  effect: 'write',
  summary: 'Changes your password and ends your other browser sessions.',
  input: () =>
    objectOf({
      current: described('Your current password.', TEXT),
      password: described('The new password.', TEXT),
    }),
  needs: TOKEN,
  run: async (input, { actor, services }) => {
    if (actor.restriction !== undefined) throw forbidden('A restricted token cannot change passwords.');
    await services.nativeUsers.changeOwnPassword(actor, input);
  },
});
