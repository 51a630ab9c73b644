import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { getCallerWebhook } from './stored-webhook.ts';
import { viewOf } from './webhook-view.ts';

/** A webhook with its state; NOT_FOUND if it does not exist. Webhooks of others need MANAGE_ACCESS_TOKENS. */
export const getWebhook = defineProtected({
  name: 'getWebhook',
  effect: 'read',
  summary: 'Gets a webhook with its position and its latest result.',
  input: () => objectOf({ id: TEXT }),
  needs: TOKEN,
  run: async ({ id }, work) => viewOf(await getCallerWebhook(id, work), work),
});
