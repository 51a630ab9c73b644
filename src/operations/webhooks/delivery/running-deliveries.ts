import { resultOrLate } from '../../../util/concurrency/within.ts';
import type { SystemReader } from '../../../store/system-reader.ts';
import { WEBHOOK } from '../../../model/access/webhook.ts';
import { readWebhook, type Webhook } from '../webhook.ts';
import { WebhookDelivery, type DeliveryParts } from './deliver-webhook.ts';
import type { WebhookRecords } from './webhook-records.ts';

/** Dependencies of {@link RunningDeliveries}. */
export interface RunningDeliveriesParts extends DeliveryParts {
  readonly reader: Pick<SystemReader, 'rowsOf'>;
  readonly removeRecords: WebhookRecords['remove'];
}

/** Time for a message in progress to finish on shutdown, in ms. */
const GRACE = 3_000;

/** The delivery of one webhook under one definition. */
interface Running {
  readonly version: string;
  readonly delivery: WebhookDelivery;
  readonly stop: AbortController;
  readonly kill: AbortController;
  readonly done: Promise<void>;
}

/** Delivers all enabled webhooks in this process. Disposing ends deliveries; messages in progress have three seconds. */
export class RunningDeliveries implements AsyncDisposable {
  readonly #parts: RunningDeliveriesParts;
  readonly #running = new Map<string, Running>();
  #isStopped = false;
  #isDue = false;
  #refreshing: Promise<void> | undefined;

  constructor(parts: RunningDeliveriesParts) {
    this.#parts = parts;
  }

  /** Times of the oldest events that were not accepted, epoch ms. */
  get behindSince(): readonly number[] {
    return [...this.#running.values()].flatMap(({ delivery }) => delivery.behindSince ?? []);
  }

  /** Starts and ends deliveries. Must be called after every change of webhooks. */
  refresh(): void {
    this.#isDue = true;
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#refreshing;
    await Promise.all([...this.#running.values()].map((running) => end(running)));
  }

  async #refresh(): Promise<void> {
    const { reader, warn } = this.#parts;
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false;
      try {
        this.#compare(await reader.rowsOf(WEBHOOK.entityType, WEBHOOK.infoAspect));
      } catch (error) {
        warn('webhooks could not be read; retrying in a second.', error);
        setTimeout(() => this.refresh(), 1_000).unref();
      }
    }
  }

  #compare(rows: Awaited<ReturnType<SystemReader['rowsOf']>>): void {
    const stored = new Map(
      rows.map(({ aspect }) => {
        const webhook = readWebhook(aspect.urn, aspect.value);
        return [webhook.id, { webhook, version: aspect.text }] as const;
      }),
    );
    for (const [id, running] of this.#running) {
      if (stored.has(id)) continue;
      this.#running.delete(id);
      const { removeRecords, warn } = this.#parts;
      const removed = end(running).then(() => removeRecords(id));
      removed.catch((error: unknown) => warn('deliveries of a deleted webhook could not be removed.', error));
    }
    for (const [id, { version, webhook }] of stored) {
      const before = this.#running.get(id);
      if (before?.version !== version) this.#running.set(id, this.#begin(webhook, version, before));
    }
  }

  /** Starts a delivery when the one under the previous definition has ended. */
  #begin(webhook: Webhook, version: string, before: Running | undefined): Running {
    const [stop, kill] = [new AbortController(), new AbortController()];
    const signals = { stop: stop.signal, kill: kill.signal };
    const delivery = new WebhookDelivery(webhook, this.#parts, signals);
    const ended = before === undefined ? Promise.resolve() : end(before);
    const done = ended.then(() => (webhook.isEnabled ? delivery.run() : undefined));
    return { version, delivery, stop, kill, done };
  }
}

async function end({ done, kill, stop }: Running): Promise<void> {
  stop.abort();
  await resultOrLate(GRACE, done);
  kill.abort();
  await done;
}
