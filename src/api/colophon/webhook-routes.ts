import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { DEFAULT_EVENTS, MOST_EVENTS, createWebhook } from '../../operations/webhooks/create-webhook.ts';
import type { WebhookInput } from '../../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../operations/webhooks/delete-webhook.ts';
import { getWebhook } from '../../operations/webhooks/get-webhook.ts';
import { listWebhookDeliveries } from '../../operations/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../operations/webhooks/list-webhooks.ts';
import { redeliverWebhook } from '../../operations/webhooks/redeliver-webhook.ts';
import { replayWebhook } from '../../operations/webhooks/replay-webhook.ts';
import { rotateWebhookSecret } from '../../operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../operations/webhooks/set-webhook-enabled.ts';
import { testWebhook } from '../../operations/webhooks/test-webhook.ts';
import { TEXT, URN, batchOf, objectOf } from './body-shapes.ts';
import { ownRoute } from './own-route.ts';
import type { OwnRoute } from './own-route.ts';

const COUNT = `a whole number from 1 to ${MOST_EVENTS}`;

/** Body of a request for a webhook. */
export const WEBHOOK_BODY = v.pipe(
  objectOf({
    name: TEXT,
    url: TEXT,
    since: v.nullish(TEXT, 'now'),
    entityTypes: v.nullish(batchOf('entityTypes', TEXT), []),
    aspects: v.nullish(batchOf('aspects', TEXT), []),
    urns: v.nullish(batchOf('urns', URN), []),
    properties: v.nullish(batchOf('properties', URN), []),
    runIds: v.nullish(batchOf('runIds', TEXT), []),
    eventsPerMessage: v.nullish(v.pipe(v.number(COUNT), v.integer(COUNT)), DEFAULT_EVENTS),
  }),
  v.transform(({ eventsPerMessage, name, since, url, ...filter }): WebhookInput => {
    return { name, url, since, eventsPerMessage, filter };
  }),
);

const REPLAY_BODY = objectOf({ since: TEXT });

/** Webhooks: addresses that get what changes. */
export const WEBHOOK_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    ...{ method: 'POST', path: '/webhooks', operation: createWebhook, success: 201 },
    summary: 'Create a webhook that gets what you may see of changes; its secret is shown only here',
    body: WEBHOOK_BODY,
    answer: ({ body, requester }) => requester.run(createWebhook, body),
  }),
  ownRoute({
    ...{ method: 'GET', path: '/webhooks', operation: listWebhooks },
    summary: 'List your webhooks, oldest first; with MANAGE_ACCESS_TOKENS, all',
    answer: async ({ requester }) => ({
      webhooks: await requester.run(listWebhooks, {}),
    }),
  }),
  ownRoute({
    ...{ method: 'GET', path: '/webhooks/:id', operation: getWebhook, mayMiss: true },
    summary: 'Get a webhook, and how far it is',
    answer: ({ named, requester }) => requester.run(getWebhook, { id: named('id') }),
  }),
  ownRoute({
    ...{ method: 'DELETE', path: '/webhooks/:id', operation: deleteWebhook, mayMiss: true },
    summary: 'Delete a webhook with its deliveries',
    answer: async ({ named, requester }) => {
      const id = named('id');
      await requester.run(deleteWebhook, { id });
      return { id, deleted: true };
    },
  }),
  ownRoute({
    ...{ method: 'POST', path: '/webhooks/:id/test', operation: testWebhook, mayMiss: true },
    summary: 'Send a test message now, and tell what became of it',
    answer: ({ named, requester }) => requester.run(testWebhook, { id: named('id') }),
  }),
  ownRoute({
    ...{ method: 'POST', path: '/webhooks/:id/rotate', operation: rotateWebhookSecret, mayMiss: true },
    summary: 'Give a webhook a new secret, shown only here; for 24 hours messages are signed with both',
    answer: ({ named, requester }) => requester.run(rotateWebhookSecret, { id: named('id') }),
  }),
  ...[true, false].map((isEnabled) =>
    ownRoute({
      ...{ method: 'POST', path: `/webhooks/:id/${isEnabled ? 'enable' : 'disable'}`, mayMiss: true },
      ...{ operation: setWebhookEnabled, id: isEnabled ? 'enableWebhook' : 'disableWebhook' },
      summary: isEnabled
        ? 'Let a webhook go on at its position, at once, whatever had stopped it'
        : 'Let a webhook send nothing until it is enabled again',
      answer: ({ named, requester }) => requester.run(setWebhookEnabled, { id: named('id'), isEnabled }),
    }),
  ),
  ownRoute({
    ...{ method: 'POST', path: '/webhooks/:id/replay', operation: replayWebhook, mayMiss: true },
    summary: 'Let a webhook go on elsewhere: at a cursor, now, oldest, or a time',
    body: REPLAY_BODY,
    answer: ({ body, named, requester }) => requester.run(replayWebhook, { ...body, id: named('id') }),
  }),
  ownRoute({
    ...{ method: 'GET', path: '/webhooks/:id/deliveries', operation: listWebhookDeliveries, mayMiss: true },
    summary: 'List the latest tries of a webhook, the newest first',
    answer: async ({ named, requester }) => ({
      deliveries: await requester.run(listWebhookDeliveries, { id: named('id') }),
    }),
  }),
  ownRoute({
    ...{ method: 'POST', path: '/webhooks/:id/deliveries/:delivery/redeliver', mayMiss: true },
    operation: redeliverWebhook,
    summary: 'Send the events of a delivery again now, under the same message id; the position stays',
    answer: ({ named, requester }) => {
      const [id, delivery] = [named('id'), Number(named('delivery'))];
      if (!Number.isSafeInteger(delivery)) {
        throw invalidRequest(`'${named('delivery')}' is not the number of a delivery.`);
      }
      return requester.run(redeliverWebhook, { id, delivery });
    },
  }),
];
