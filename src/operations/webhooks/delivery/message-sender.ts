import type { SecretBox } from '../../../auth/secret-box.ts';
import { CatalogError } from '../../../errors.ts';
import type { ChangePage } from '../../../query/changes/change-query.ts';
import { webhookUrn, type Webhook } from '../webhook.ts';
import type { Delivery } from '../webhooks.ts';
import { postMessage, type PostParts } from './post-message.ts';
import { retryAfter } from './retry-after.ts';
import { signedHeaders } from './signature.ts';
import type { WebhookRecords } from './webhook-records.ts';
import { because } from '../../../refusals.ts';

/** Dependencies of {@link MessageSender}. */
export interface MessageSenderParts extends PostParts {
  readonly records: Pick<WebhookRecords, 'record'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  /** JSON text of an event, as in the change feed. */
  readonly eventJson: (event: ChangePage['events'][number]) => string;
  /** Name and version of this server, for the receiver. */
  readonly userAgent: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called with the result of each attempt. */
  readonly tried: (succeeded: boolean) => void;
}

/** A message to send: a page of changes, or a test. */
export interface Message extends Pick<Delivery, 'attempt' | 'kind'> {
  readonly id: string;
  /** Undefined: a test. */
  readonly page: ChangePage | undefined;
  /** Cursor before the page. */
  readonly from: string;
}

/** Result of sending a message. */
export interface Sent {
  readonly delivery: Delivery;
  /** When to retry according to the receiver, epoch ms; undefined: unspecified. */
  readonly retryAt: number | undefined;
}

/** Signs messages, sends them and records the deliveries. */
export class MessageSender {
  readonly #parts: MessageSenderParts;

  constructor(parts: MessageSenderParts) {
    this.#parts = parts;
  }

  /** Sends a message once. Throws CONFLICT if the secret cannot be decrypted, and rejects if the signal is aborted. */
  async send(webhook: Webhook, message: Message, signal: AbortSignal): Promise<Sent> {
    const { now, records, tried, userAgent } = this.#parts;
    const { attempt, from, id, kind, page } = message;
    const time = now();
    const body = this.#bodyOf(webhook, page, time);
    const signed = { id, body, timestamp: Math.floor(time / 1_000) };
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signedHeaders(signed, this.#secretsOf(webhook, time)),
    };
    const begun = performance.now();
    const posted = await postMessage(webhook.url, { body, headers }, this.#parts, signal);
    const { error, status } = posted;
    const succeeded = error === undefined;
    tried(succeeded);
    const delivery = await records.record(webhook, {
      id: 0,
      messageId: id,
      kind,
      time,
      attempt,
      succeeded,
      status,
      error,
      durationMs: Math.round(performance.now() - begun),
      events: page?.events.length ?? 0,
      range: page && { from, upTo: page.sequence },
    });
    return { delivery, retryAt: retryAfter(posted.retryAfter, now()) };
  }

  #bodyOf({ id, name }: Webhook, page: ChangePage | undefined, time: number): string {
    const type = page === undefined ? 'webhook.test' : 'catalog.changed';
    const head = { type, timestamp: new Date(page?.events.at(-1)?.time ?? time).toISOString() };
    const data = { webhookId: id, ...(page === undefined ? { name } : { cursor: page.cursor }) };
    const events = page && `,"events":[${page.events.map(this.#parts.eventJson).join(',')}]`;
    return `${JSON.stringify(head).slice(0, -1)},"data":${JSON.stringify(data).slice(0, -1)}${events ?? ''}}}`;
  }

  #secretsOf({ formerSecretUntil = 0, id, secrets }: Webhook, time: number): readonly string[] {
    const used = formerSecretUntil > time ? secrets : secrets.slice(0, 1);
    const opened = used.map((secret) => this.#parts.secretBox.open(secret, webhookUrn(id)));
    const [first] = opened;
    if (first === undefined) {
      throw new CatalogError(
        'CONFLICT',
        `The secret of the webhook ${id} was encrypted with another key. Configure the previous key, or rotate the secret, and enable the webhook again.`,
        because('SECRET_UNREADABLE'),
      );
    }
    return opened.filter((secret) => secret !== undefined);
  }
}
