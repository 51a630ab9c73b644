import * as v from 'valibot';
import { tokenId } from '../../auth/tokens/token-records.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { getCallerToken } from './caller-token.ts';
import { objectOf } from '../shapes.ts';

/** The token with this text; NOT_FOUND when there is none. Tokens of others need MANAGE_ACCESS_TOKENS. */
export const findAccessToken = defineProtected({
  name: 'findAccessToken',
  effect: 'read',
  summary: 'Gets the metadata of an access token by its text.',
  input: () => objectOf({ text: v.string() }),
  needs: TOKEN,
  run: ({ text }, work) => getCallerToken(tokenId(text), work),
});
