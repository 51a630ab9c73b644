import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { getCallerToken } from './caller-token.ts';
import { objectOf } from '../shapes.ts';

/** The token with this id; NOT_FOUND when there is none. Tokens of others need MANAGE_ACCESS_TOKENS. */
export const getAccessToken = defineProtected({
  name: 'getAccessToken',
  effect: 'read',
  summary: 'Gets the metadata of an access token by its id.',
  input: () => objectOf({ id: v.string() }),
  needs: TOKEN,
  run: ({ id }, work) => getCallerToken(id, work),
});
