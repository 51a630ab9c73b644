import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';

/** Revokes a token, effective with the next request. Tokens of others need MANAGE_ACCESS_TOKENS: the catalog judges. */
export const revokeAccessToken = defineOperation({
  name: 'revokeAccessToken',
  effect: 'write',
  input: () => v.object({ id: v.string() }),
  needs: TOKEN,
  run: ({ id }, { catalog }) => catalog.revokeAccessToken(id),
});
