import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';

/** Assigns the role of an invitation to the caller. */
export const acceptRole = defineOperation({
  name: 'acceptRole',
  effect: 'write',
  input: () => v.object({ inviteToken: v.string() }),
  needs: TOKEN,
  run: ({ inviteToken }, { catalog }) => catalog.accounts.acceptRole(inviteToken),
});
