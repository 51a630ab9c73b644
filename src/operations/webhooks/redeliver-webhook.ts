import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { getCallerWebhook, recordMessage, requireWholeToken } from './stored-webhook.ts';
import { deliveryView } from './webhook-view.ts';

/**
 * Sends the events of a delivery again with the same message id, within what the owner may see now. Does not change
 * the position; audited. Throws CONFLICT for a disabled webhook and for a test, and GONE if the events are no longer
 * kept. Webhooks of others need MANAGE_ACCESS_TOKENS.
 */
export const redeliverWebhook = defineProtected({
  name: 'redeliverWebhook',
  effect: 'write',
  summary: 'Sends the events of a delivery again with the same message id, without changing the position.',
  input: () => objectOf({ id: TEXT, delivery: v.number('the number of a delivery') }),
  needs: TOKEN,
  run: async ({ delivery: number, id }, work) => {
    const { webhooks } = work.services;
    const webhook = await getCallerWebhook(id, work);
    requireWholeToken(work);
    const delivery = (await webhooks.deliveries(webhook)).find((one) => one.id === number);
    if (delivery === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        `The webhook ${id} has no delivery ${number}, or it is no longer kept. List its deliveries.`,
        because('DELIVERY_ABSENT'),
      );
    }
    if (!webhook.isEnabled) {
      throw new CatalogError(
        'CONFLICT',
        `The webhook ${id} is disabled. Enable it first.`,
        because('WEBHOOK_DISABLED'),
      );
    }
    const again = await webhooks.redeliver(webhook, delivery);
    recordMessage(webhook, work);
    return deliveryView(again);
  },
});
