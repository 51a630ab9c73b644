import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { getCallerWebhook } from './stored-webhook.ts';
import { deliveryView } from './webhook-view.ts';

/** The latest tries of a webhook, the newest first. Those of others need MANAGE_ACCESS_TOKENS. */
export const listWebhookDeliveries = defineProtected({
  name: 'listWebhookDeliveries',
  effect: 'read',
  input: () => v.object({ id: v.string() }),
  needs: TOKEN,
  run: async ({ id }, work) => {
    const deliveries = await work.services.webhooks.deliveries(await getCallerWebhook(id, work));
    return deliveries.map(deliveryView);
  },
});
