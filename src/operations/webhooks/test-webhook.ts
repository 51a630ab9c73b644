import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { getCallerWebhook, recordMessage, requireWholeToken } from './stored-webhook.ts';
import { deliveryView } from './webhook-view.ts';

/** Sends a message without events, also for a disabled webhook; audited. Webhooks of others need MANAGE_ACCESS_TOKENS. */
export const testWebhook = defineProtected({
  name: 'testWebhook',
  effect: 'write',
  summary: 'Sends a test message now and returns its delivery.',
  input: () => objectOf({ id: TEXT }),
  needs: TOKEN,
  run: async ({ id }, work) => {
    const webhook = await getCallerWebhook(id, work);
    requireWholeToken(work);
    const delivery = await work.services.webhooks.test(webhook);
    recordMessage(webhook, work);
    return deliveryView(delivery);
  },
});
