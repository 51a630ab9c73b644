import type { Urn } from '../../model/urn.ts';
import type { ProtectedWork } from '../work.ts';
import type { Webhook } from './webhook.ts';
import { restartedState, type Delivery, type Stop, type WebhookState } from './webhooks.ts';

/** A webhook as clients see it, without its secret. Times are epoch ms. */
export interface WebhookView {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly ownerUrn: Urn;
  readonly createdAt: number;
  /** `retrying`: the receiver has not accepted the last message; `stopped`: until it is enabled again. */
  readonly status: 'active' | 'retrying' | 'stopped' | 'disabled';
  readonly stop: Stop | null;
  /** Position of the next message: a cursor; before the first one also `oldest` or a time. */
  readonly cursor: string;
  /** The message that was not accepted yet. */
  readonly pending: {
    readonly messageId: string;
    readonly failedTries: number;
    readonly nextTryAt: number;
  } | null;
  readonly deliveredAt: number | null;
  readonly entityTypes: readonly string[];
  readonly aspects: readonly string[];
  readonly urns: readonly Urn[];
  readonly properties: readonly Urn[];
  readonly runIds: readonly string[];
  readonly eventsPerMessage: number;
  readonly formerSecretUntil: number | null;
}

/** A webhook with its secret, which is returned only when it is created or rotated. */
export interface WebhookWithSecret extends WebhookView {
  readonly secret: string;
}

/** A delivery as clients see it; `from`: cursor before its events. */
export interface DeliveryView extends Omit<Delivery, 'status' | 'error' | 'range'> {
  readonly status: number | null;
  readonly error: string | null;
  readonly from: string | null;
}

/** A webhook with its state. */
export async function viewOf(webhook: Webhook, { services }: ProtectedWork): Promise<WebhookView> {
  // The delivering process stores a restart with a delay.
  const state = restartedState(webhook, await services.webhooks.state(webhook));
  const { filter, formerSecretUntil = null } = webhook;
  const { cursor, deliveredAt = null, pending, stop = null } = state;
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    ownerUrn: webhook.owner,
    createdAt: webhook.createdAt,
    status: statusOf(webhook, state),
    stop,
    cursor,
    pending: pending
      ? { messageId: pending.id, failedTries: pending.tries, nextTryAt: pending.nextTryAt }
      : null,
    deliveredAt,
    ...filter,
    eventsPerMessage: webhook.eventsPerMessage,
    formerSecretUntil,
  };
}

/** Converts a delivery to the form that clients see. */
export function deliveryView({ error, range, status, ...delivery }: Delivery): DeliveryView {
  return { ...delivery, status: status ?? null, error: error ?? null, from: range?.from ?? null };
}

function statusOf({ isEnabled }: Webhook, state: WebhookState): WebhookView['status'] {
  if (!isEnabled) return 'disabled';
  if (state.stop !== undefined) return 'stopped';
  return (state.pending?.tries ?? 0) > 0 ? 'retrying' : 'active';
}
