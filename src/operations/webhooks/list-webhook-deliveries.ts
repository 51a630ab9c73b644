import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { getCallerWebhook } from './stored-webhook.ts';
import { deliveryView } from './webhook-view.ts';

/** The latest deliveries of a webhook, newest first. Webhooks of others need MANAGE_ACCESS_TOKENS. */
export const listWebhookDeliveries = defineProtected({
  name: 'listWebhookDeliveries',
  effect: 'read',
  summary: 'Lists the latest deliveries of a webhook, newest first.',
  input: () => objectOf({ id: TEXT }),
  needs: TOKEN,
  run: async ({ id }, work) => {
    const deliveries = await work.services.webhooks.deliveries(await getCallerWebhook(id, work));
    return deliveries.map(deliveryView);
  },
});
