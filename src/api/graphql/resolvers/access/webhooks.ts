import { createWebhook } from '../../../../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../../operations/webhooks/delete-webhook.ts';
import { getWebhook } from '../../../../operations/webhooks/get-webhook.ts';
import { listWebhookDeliveries } from '../../../../operations/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../../../operations/webhooks/list-webhooks.ts';
import { redeliverWebhook } from '../../../../operations/webhooks/redeliver-webhook.ts';
import { replayWebhook } from '../../../../operations/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from '../../../../operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../../../operations/webhooks/set-webhook-enabled.ts';
import { testWebhook } from '../../../../operations/webhooks/test-webhook.ts';
import type {
  DeliveryView,
  WebhookView,
  WebhookWithSecret,
} from '../../../../operations/webhooks/webhook-view.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { DONE, answeredBy, ofArguments, ofInput } from '../fields/bind-operation.ts';

/** Queries of webhooks. */
export const WEBHOOK_QUERIES = {
  listWebhooks: answeredBy(listWebhooks, async (_root, _args, context) =>
    (await context.run(listWebhooks, {})).map(webhookOf),
  ),
  webhook: answeredBy(getWebhook, async (_root, { id }, context) =>
    webhookOf(await context.run(getWebhook, { id })),
  ),
  webhookDeliveries: answeredBy(listWebhookDeliveries, async (_root, { id }, context) =>
    (await context.run(listWebhookDeliveries, { id })).map(deliveryOf),
  ),
} satisfies Partial<Resolvers['Query']>;

export const WEBHOOK_MUTATIONS = {
  createWebhook: ofInput(createWebhook, { present: secretOf }),
  rotateWebhookSecret: ofArguments(rotateWebhookSecret, { present: secretOf }),
  testWebhook: ofArguments(testWebhook, { present: deliveryOf }),
  setWebhookEnabled: ofArguments(setWebhookEnabled, { present: webhookOf }),
  replayWebhook: ofArguments(replayWebhook, { present: webhookOf }),
  redeliverWebhook: ofArguments(redeliverWebhook, { present: deliveryOf }),
  deleteWebhook: ofArguments(deleteWebhook, { ...DONE }),
} satisfies Partial<Resolvers['Mutation']>;

function secretOf({ secret, ...webhook }: WebhookWithSecret) {
  return { secret, webhook: webhookOf(webhook) };
}

function webhookOf(webhook: WebhookView) {
  return { ...webhook, status: inCapitals(webhook.status) };
}

function deliveryOf(delivery: DeliveryView) {
  return { ...delivery, kind: inCapitals(delivery.kind) };
}

function inCapitals<Word extends string>(word: Word): Uppercase<Word> {
  // `toUpperCase` returns this type.
  return word.toUpperCase() as Uppercase<Word>;
}
