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
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { DONE, answeredBy, bind } from '../fields/bind-operation.ts';

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
  createWebhook: bind(
    createWebhook,
    ({ input }, { references }) => ({
      ...{ name: input.name, url: input.url, since: input.since ?? undefined },
      eventsPerMessage: input.eventsPerMessage ?? undefined,
      filter: {
        ...{ entityTypes: input.entityTypes ?? [], aspects: input.aspects ?? [], runIds: input.runIds ?? [] },
        urns: urnsOf(input.urns, references),
        properties: urnsOf(input.properties, references),
      },
    }),
    { present: secretOf },
  ),
  rotateWebhookSecret: bind(rotateWebhookSecret, ({ id }) => ({ id }), { present: secretOf }),
  testWebhook: bind(testWebhook, ({ id }) => ({ id }), { present: deliveryOf }),
  setWebhookEnabled: bind(setWebhookEnabled, ({ enabled, id }) => ({ id, isEnabled: enabled }), {
    present: webhookOf,
  }),
  replayWebhook: bind(replayWebhook, ({ id, since }) => ({ id, since }), {
    present: webhookOf,
  }),
  redeliverWebhook: bind(redeliverWebhook, ({ delivery, id }) => ({ id, delivery }), {
    present: deliveryOf,
  }),
  deleteWebhook: bind(deleteWebhook, ({ id }) => ({ id }), { ...DONE }),
} satisfies Partial<Resolvers['Mutation']>;

function urnsOf(urns: readonly string[] | null | undefined, references: GraphqlContext['references']) {
  return (urns ?? []).map((urn) => references.parse(urn).urn);
}

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
  // What `toUpperCase` does.
  return word.toUpperCase() as Uppercase<Word>;
}
