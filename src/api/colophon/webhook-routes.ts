import { createWebhook } from '../../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../operations/webhooks/delete-webhook.ts';
import { getWebhook } from '../../operations/webhooks/get-webhook.ts';
import { listWebhookDeliveries } from '../../operations/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../operations/webhooks/list-webhooks.ts';
import { redeliverWebhook } from '../../operations/webhooks/redeliver-webhook.ts';
import { replayWebhook } from '../../operations/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from '../../operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../operations/webhooks/set-webhook-enabled.ts';
import { testWebhook } from '../../operations/webhooks/test-webhook.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Webhooks: URLs to which change events are sent. */
export const WEBHOOK_ROUTES: readonly OwnRoute[] = [
  exposed('POST /webhooks', createWebhook, { success: 201 }),
  exposed('GET /webhooks', listWebhooks, { present: (webhooks) => ({ webhooks }) }),
  exposed('GET /webhooks/:id', getWebhook, { mayMiss: true }),
  exposed('DELETE /webhooks/:id', deleteWebhook, { present: (_, { id }) => ({ id, deleted: true }) }),
  exposed('POST /webhooks/:id/test', testWebhook),
  exposed('POST /webhooks/:id/rotate', rotateWebhookSecret),
  exposed('POST /webhooks/:id/enable', setWebhookEnabled, {
    id: 'enableWebhook',
    summary: 'Resumes a stopped, suspended or failing webhook at its position.',
    fixed: { enabled: true },
  }),
  exposed('POST /webhooks/:id/disable', setWebhookEnabled, {
    id: 'disableWebhook',
    summary: 'Stops a webhook until it is enabled again.',
    fixed: { enabled: false },
  }),
  exposed('POST /webhooks/:id/replay', replayWebhook),
  exposed('GET /webhooks/:id/deliveries', listWebhookDeliveries, {
    mayMiss: true,
    present: (deliveries) => ({ deliveries }),
  }),
  exposed('POST /webhooks/:id/deliveries/:delivery/redeliver', redeliverWebhook),
];
