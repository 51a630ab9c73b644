import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { getCallerWebhook, requireWholeToken } from './stored-webhook.ts';
import { webhookUrn } from './webhook.ts';

/**
 * Deletes a webhook with its secret and its deliveries; cannot be undone. Webhooks of others need
 * MANAGE_ACCESS_TOKENS.
 */
export const deleteWebhook = defineProtected({
  name: 'deleteWebhook',
  effect: 'write',
  summary: 'Deletes a webhook with its deliveries.',
  input: () => objectOf({ id: TEXT }),
  needs: TOKEN,
  run: async ({ id }, work) => {
    const { change, webhooks } = work.services;
    const webhook = await getCallerWebhook(id, work);
    requireWholeToken(work);
    await change.deleteEntity(work.actor.urn, webhookUrn(id));
    await webhooks.removeRecords(webhook);
  },
});
