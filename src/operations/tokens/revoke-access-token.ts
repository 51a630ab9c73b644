import * as v from 'valibot';
import { forbidden } from '../../auth/rights.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { getCallerToken } from './caller-token.ts';
import { objectOf } from '../shapes.ts';

/** Revokes a token, effective with the next request. Tokens of others need MANAGE_ACCESS_TOKENS. */
export const revokeAccessToken = defineProtected({
  name: 'revokeAccessToken',
  effect: 'write',
  summary: 'Revokes an access token, effective with the next request.',
  input: () => objectOf({ id: v.string() }),
  needs: TOKEN,
  run: async ({ id }, work) => {
    const token = await getCallerToken(id, work);
    const { restriction, tokenId: own, urn } = work.actor;
    if (restriction !== undefined && token.id !== own) {
      throw forbidden('A restricted token can only revoke itself.');
    }
    await work.services.tokens.revoke(urn, [token.id]);
  },
});
