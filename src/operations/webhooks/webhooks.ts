import type { Webhook } from './webhook.ts';

/** Why a webhook has stopped until somebody starts it again. */
export interface Stop {
  /**
   * `failing`: its last try has failed; `gone`: its receiver has answered 410; `trimmed`: the changes after its position are
   * not kept any more; `owner`: its owner is removed or suspended, or may not use it; `secret`: the secret cannot be read.
   */
  readonly reason: 'failing' | 'gone' | 'trimmed' | 'owner' | 'secret';
  /** What happened, and what to do. */
  readonly message: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A message that was not accepted yet. */
export interface PendingMessage {
  /** `webhook-id` of every try. */
  readonly id: string;
  /** Last commit of the message. */
  readonly upTo: number;
  /** Time of its first event, epoch ms. */
  readonly since: number;
  /** Tries that have failed. */
  readonly tries: number;
  /** Epoch ms. */
  readonly nextTryAt: number;
}

/** How far a webhook is. */
export interface WebhookState {
  /** `restarts` of the definition when it was set. */
  readonly restart: number;
  /** Where the next message begins. */
  readonly cursor: string;
  readonly pending?: PendingMessage | undefined;
  readonly stop?: Stop | undefined;
  /** Time of the last message that was accepted, epoch ms. */
  readonly deliveredAt?: number | undefined;
}

/**
 * The state as the last restart of a webhook sets it: at a new position, or where it was, with no failed tries and without what
 * had stopped it. Returns `before` if it is of that restart.
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

/** What messages are for. */
export const DELIVERY_KINDS = ['changes', 'redelivery', 'test'] as const;

/** A try to deliver a message. */
export interface Delivery {
  readonly id: number;
  /** `webhook-id` of the message: the same for all tries. */
  readonly messageId: string;
  readonly kind: (typeof DELIVERY_KINDS)[number];
  /** Epoch ms. */
  readonly time: number;
  /** Number of the try, from 1. */
  readonly attempt: number;
  readonly succeeded: boolean;
  /** Of the response; undefined: there was none. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Why there was no response, or the beginning of one that was no success. */
  readonly error: string | undefined;
  /** Number of events. */
  readonly events: number;
  /** The message has the events after `from`, up to commit `upTo`; undefined for a test. */
  readonly range: { readonly from: string; readonly upTo: number } | undefined;
}

/** Delivers messages of webhooks, in this process or another. */
export interface Webhooks {
  /** A new secret. */
  newSecret(): string;
  /** Throws INVALID_REQUEST for an address that nothing is sent to. Host names are checked when something is sent. */
  checkUrl(url: string): void;
  /** How far it is; undefined: it has not begun. */
  state(webhook: Webhook): Promise<WebhookState | undefined>;
  /** The kept tries, the newest first. */
  deliveries(webhook: Webhook): Promise<readonly Delivery[]>;
  /** Sends a message without events. TOO_MANY_REQUESTS when this process sends too many. */
  test(webhook: Webhook): Promise<Delivery>;
  /** Sends the events of a delivery again, as its owner may see them now. Throws like `test`, and GONE. */
  redeliver(webhook: Webhook, delivery: Delivery): Promise<Delivery>;
  /** Forgets state and deliveries of a webhook that was deleted. */
  forget(webhook: Webhook): Promise<void>;
}
