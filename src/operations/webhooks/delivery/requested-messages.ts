import { CatalogError, TooManyRequestsError } from '../../../errors.ts';
import { because } from '../../../refusals.ts';
import type { Slots } from '../../../util/concurrency/slots.ts';
import type { Webhook } from '../webhook.ts';
import type { Delivery } from '../webhooks.ts';
import type { DeliveryParts } from './deliver-webhook.ts';
import type { Message } from './message-sender.ts';

/** Suggested time until a retry if too many messages are being sent, in ms. */
const RETRY_AFTER = 5_000;

/** Dependencies of {@link RequestedMessages}. */
export interface RequestedMessagesParts extends Pick<
  DeliveryParts,
  'sender' | 'read' | 'refusalOf' | 'newId'
> {
  /** Slots for messages that are sent concurrently; further requests are refused. */
  readonly slots: Slots;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Sends messages on request, once, while the request waits. */
export class RequestedMessages {
  readonly #parts: RequestedMessagesParts;

  constructor(parts: RequestedMessagesParts) {
    this.#parts = parts;
  }

  /** Sends a message without events. Throws TOO_MANY_REQUESTS, and CONFLICT if the secret cannot be decrypted. */
  test(webhook: Webhook): Promise<Delivery> {
    const id = `msg_${this.#parts.newId()}`;
    return this.#send(webhook, () => Promise.resolve({ kind: 'test', id, page: undefined, from: '' }));
  }

  /**
   * Sends the events of a delivery again, within what its owner may see now. Throws TOO_MANY_REQUESTS, CONFLICT, and
   * GONE.
   */
  redeliver(webhook: Webhook, { messageId, range }: Delivery): Promise<Delivery> {
    return this.#send(webhook, async () => {
      if (range === undefined) {
        throw new CatalogError(
          'CONFLICT',
          'A test has no events to deliver again. Test the webhook again.',
          because('DELIVERY_ABSENT'),
        );
      }
      const { read, refusalOf } = this.#parts;
      const refusal = await refusalOf(webhook);
      if (refusal !== undefined)
        throw new CatalogError('CONFLICT', `Nothing is delivered: ${refusal}.`, because('WEBHOOK_DISABLED'));
      const { eventsPerMessage: limit, filter } = webhook;
      const page = await read(webhook, { since: range.from, upTo: range.upTo, limit, filter });
      if (page.events.length === 0) {
        throw new CatalogError(
          'CONFLICT',
          'The owner of the webhook may see none of the events now.',
          because('DELIVERY_ABSENT'),
        );
      }
      return { kind: 'redelivery', id: messageId, page, from: range.from };
    });
  }

  async #send(webhook: Webhook, message: () => Promise<Omit<Message, 'attempt'>>): Promise<Delivery> {
    const { sender, signal, slots } = this.#parts;
    using slot = slots.tryTake();
    if (slot === undefined) {
      throw new TooManyRequestsError('Too many requested webhook messages are being sent.', RETRY_AFTER);
    }
    try {
      const sent = await sender.send(webhook, { ...(await message()), attempt: 1 }, signal);
      return sent.delivery;
    } catch (error) {
      if (signal.aborted) throw new CatalogError('UNAVAILABLE', 'The server is stopping. Try again.');
      throw error;
    }
  }
}
