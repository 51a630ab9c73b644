import type { Webhook } from './webhook.ts';

/** Why a webhook was stopped until it is enabled again. */
export interface Stop {
  /**
   * `failing`: the last attempt failed; `gone`: the receiver answered 410; `trimmed`: the changes after its position
   * are no longer kept; `owner`: the owner was removed or suspended, or may not use it; `secret`: the secret cannot
   * be decrypted.
   */
  readonly reason: 'failing' | 'gone' | 'trimmed' | 'owner' | 'secret';
  /** What happened, and what to do. */
  readonly message: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A message that the receiver has not accepted yet. */
export interface PendingMessage {
  /** `webhook-id` of every attempt. */
  readonly id: string;
  /** Last commit of the message. */
  readonly upTo: number;
  /** Time of its first event, epoch ms. */
  readonly since: number;
  /** Number of failed attempts. */
  readonly tries: number;
  /** Epoch ms. */
  readonly nextTryAt: number;
}

/** Delivery state of a webhook. */
export interface WebhookState {
  /** Value of `restarts` in the definition when the state was set. */
  readonly restart: number;
  /** Position of the next message. */
  readonly cursor: string;
  readonly pending?: PendingMessage | undefined;
  readonly stop?: Stop | undefined;
  /** Time of the last message that was accepted, epoch ms. */
  readonly deliveredAt?: number | undefined;
}

/**
 * The state after the last restart of a webhook: at the new or the previous position, without failed attempts and
 * without a stop. Returns `before` if it already belongs to that restart.
 */
export function restartedState(
  { restarts, start }: Pick<Webhook, 'restarts' | 'start'>,
  before: WebhookState | undefined,
): WebhookState {
  if (before?.restart === restarts) return before;
  const isMoved = before === undefined || start.restart > before.restart;
  const pending = before?.pending && { ...before.pending, tries: 0, nextTryAt: 0 };
  return {
    restart: restarts,
    cursor: isMoved ? start.since : before.cursor,
    pending: isMoved ? undefined : pending,
    deliveredAt: before?.deliveredAt,
  };
}

/** Kinds of messages. */
export const DELIVERY_KINDS = ['changes', 'redelivery', 'test'] as const;

/** An attempt to deliver a message. */
export interface Delivery {
  readonly id: number;
  /** `webhook-id` of the message, equal for all attempts. */
  readonly messageId: string;
  readonly kind: (typeof DELIVERY_KINDS)[number];
  /** Epoch ms. */
  readonly time: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly succeeded: boolean;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Why there was no response, or the beginning of an unsuccessful response. */
  readonly error: string | undefined;
  /** Number of events. */
  readonly events: number;
  /** The message has the events after `from`, up to commit `upTo`; undefined for a test. */
  readonly range: { readonly from: string; readonly upTo: number } | undefined;
}

/** Delivers webhook messages, in this process or another. */
export interface Webhooks {
  /** Creates a secret. */
  newSecret(): string;
  /** Throws INVALID_REQUEST for a URL to which messages cannot be sent. Host names are checked for each message. */
  checkUrl(url: string): void;
  /** Its delivery state; undefined before its first delivery. */
  state(webhook: Webhook): Promise<WebhookState | undefined>;
  /** The kept deliveries, newest first. */
  deliveries(webhook: Webhook): Promise<readonly Delivery[]>;
  /**
   * Sends a message without events. Throws TOO_MANY_REQUESTS if this process sends too many, and CONFLICT if the
   * secret cannot be decrypted.
   */
  test(webhook: Webhook): Promise<Delivery>;
  /**
   * Sends the events of a delivery again, within what its owner may see now. Throws TOO_MANY_REQUESTS, CONFLICT, and
   * GONE.
   */
  redeliver(webhook: Webhook, delivery: Delivery): Promise<Delivery>;
  /** Deletes state and deliveries of a deleted webhook. */
  removeRecords(webhook: Webhook): Promise<void>;
}
