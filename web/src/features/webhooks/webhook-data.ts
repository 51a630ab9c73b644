import { useQuery } from '@tanstack/react-query';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';

const WEBHOOKS = graphql(`
  query webhooks {
    listWebhooks {
      id
      name
      url
      ownerUrn
      status
      deliveredAt
    }
  }
`);

const WEBHOOK = graphql(`
  query webhook($id: String!) {
    webhook(id: $id) {
      id
      name
      url
      ownerUrn
      createdAt
      status
      stop {
        cause: reason
        at
      }
      pending {
        failedTries
        nextTryAt
      }
      deliveredAt
      entityTypes
      aspects
      urns
      properties
      runIds
      eventsPerMessage
      formerSecretUntil
    }
    webhookDeliveries(id: $id) {
      id
      kind
      time
      attempt
      succeeded
      status
      durationMs
      error
      events
      from
    }
  }
`);

const CREATE = graphql(`
  mutation createWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        id
      }
    }
  }
`);

const TEST = graphql(`
  mutation testWebhook($id: String!) {
    testWebhook(id: $id) {
      succeeded
      status
      durationMs
    }
  }
`);

const ROTATE = graphql(`
  mutation rotateWebhookSecret($id: String!) {
    rotateWebhookSecret(id: $id) {
      secret
    }
  }
`);

const ENABLE = graphql(`
  mutation setWebhookEnabled($id: String!, $enabled: Boolean!) {
    setWebhookEnabled(id: $id, enabled: $enabled) {
      id
    }
  }
`);

const REPLAY = graphql(`
  mutation replayWebhook($id: String!, $since: String!) {
    replayWebhook(id: $id, since: $since) {
      id
    }
  }
`);

const REDELIVER = graphql(`
  mutation redeliverWebhook($id: String!, $delivery: Long!) {
    redeliverWebhook(id: $id, delivery: $delivery) {
      succeeded
      status
      durationMs
    }
  }
`);

const DELETE = graphql(`
  mutation deleteWebhook($id: String!) {
    deleteWebhook(id: $id)
  }
`);

/** Queries to refetch after a change of a webhook. */
const AFFECTED_QUERIES = ['webhooks', 'webhook'];
/** Polling interval of a webhook's state, in ms. */
const EVERY = 5_000;

/** Input for a new webhook. */
export type NewWebhook = VariablesOf<typeof CREATE>['input'];

/** The person's webhooks; with the right to manage tokens, everyone's. */
export const useWebhooks = () =>
  useQuery({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await query(WEBHOOKS, {}, signal)).listWebhooks,
    refetchInterval: EVERY,
  });

/** A webhook in a list. */
export type ListedWebhook = NonNullable<ReturnType<typeof useWebhooks>['data']>[number];

/** A webhook with its latest deliveries. */
export const useWebhook = (id: string) =>
  useQuery({
    queryKey: ['webhook', id],
    queryFn: async ({ signal }) => {
      const { webhook, webhookDeliveries } = await query(WEBHOOK, { id }, signal);
      return webhook && { ...webhook, deliveries: webhookDeliveries };
    },
    refetchInterval: EVERY,
  });

/** A webhook as its page shows it. */
export type ShownWebhook = NonNullable<ReturnType<typeof useWebhook>['data']>;

/** A delivery attempt. */
export type ShownDelivery = ShownWebhook['deliveries'][number];

/** Creates a webhook; the result has its secret, which cannot be shown again. */
export const useCreateWebhook = () =>
  useChange(AFFECTED_QUERIES, async (input: NewWebhook) => (await query(CREATE, { input })).createWebhook);

/** Sends a test message. */
export const useTestWebhook = () =>
  useChange(AFFECTED_QUERIES, async (id: string) => (await query(TEST, { id })).testWebhook);

/** Rotates the secret; the result is the new one. */
export const useRotateSecret = () =>
  useChange(AFFECTED_QUERIES, async (id: string) => (await query(ROTATE, { id })).rotateWebhookSecret.secret);

export const useEnableWebhook = () =>
  useChange(AFFECTED_QUERIES, (input: VariablesOf<typeof ENABLE>) => query(ENABLE, input));

export const useReplayWebhook = () =>
  useChange(AFFECTED_QUERIES, (input: VariablesOf<typeof REPLAY>) => query(REPLAY, input));

export const useRedeliver = () =>
  useChange(
    AFFECTED_QUERIES,
    async (input: VariablesOf<typeof REDELIVER>) => (await query(REDELIVER, input)).redeliverWebhook,
  );

export const useDeleteWebhook = () => useChange(['webhooks'], (id: string) => query(DELETE, { id }));
