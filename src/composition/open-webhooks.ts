import { eventJson } from '../api/colophon/changes/change-json.ts';
import { refusalOf } from '../auth/accounts/user-state.ts';
import type { Actor } from '../auth/actor.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Config } from '../config/options.ts';
import type { EffectsRunner } from '../effects/runner.ts';
import { LeasedTask } from '../effects/tasks/leased-task.ts';
import { readWebhookChanges } from '../operations/webhooks/read-webhook-changes.ts';
import type { Requester } from '../operations/requester.ts';
import { checkUrl } from '../operations/webhooks/delivery/check-url.ts';
import { MessageSender } from '../operations/webhooks/delivery/message-sender.ts';
import type { Lookup } from '../operations/webhooks/delivery/post-message.ts';
import { addressCheck } from '../operations/webhooks/delivery/receiver-address.ts';
import { RequestedMessages } from '../operations/webhooks/delivery/requested-messages.ts';
import {
  RunningDeliveries,
  type RunningDeliveriesParts,
} from '../operations/webhooks/delivery/running-deliveries.ts';
import { newSecret } from '../operations/webhooks/delivery/signature.ts';
import { WebhookRecords } from '../operations/webhooks/delivery/webhook-records.ts';
import { WEBHOOK } from '../model/access/webhook.ts';
import type { Webhook } from '../operations/webhooks/webhook.ts';
import type { Webhooks } from '../operations/webhooks/webhooks.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { Slots } from '../util/concurrency/slots.ts';
import { VERSION } from '../version.ts';

/** Time for a receiver to respond, in ms, as Standard Webhooks recommends. */
const RESPONSE_TIMEOUT = 15_000;

/** Dependencies of webhooks. */
export interface WebhooksParts extends Pick<RunningDeliveriesParts, 'commits' | 'newId' | 'now' | 'warn'> {
  readonly store: Pick<MetadataStore, 'jobs' | 'leases' | 'reader'>;
  readonly effects: Pick<EffectsRunner, 'whenTypeChanges'>;
  readonly config: Config['webhooks'];
  readonly secretBox: SecretBox;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Aborted when requests must stop waiting for receivers. */
  readonly stopping: AbortSignal;
  /** Resolves host names; default: as the system does. */
  readonly lookup: Lookup | undefined;
  readonly requesterFor: (actor: Actor) => Pick<Requester, 'run'>;
}

/** Figures of this process since its start. */
export interface WebhookFigures {
  readonly succeeded: number;
  readonly failed: number;
  /** Age of the oldest event not yet accepted, in ms; 0 if there is none, or another process delivers. */
  readonly lagMs: number;
}

/** Webhooks of a catalog. Disposing ends their delivery in this process. */
export interface OpenedWebhooks extends Webhooks, AsyncDisposable {
  /** Delivers in this process, or stands by while another one does. */
  start(): Promise<void>;
  readonly figures: WebhookFigures;
}

/** Opens the webhooks of a catalog. */
export function openWebhooks(parts: WebhooksParts): OpenedWebhooks {
  const { config, effects, now, randomHex, requesterFor, store, warn } = parts;
  const isAllowed = addressCheck(config.allowedNetworks);
  const records = new WebhookRecords({ store: store.jobs, keptDeliveries: config.keepDeliveries, now });
  const counts = { succeeded: 0, failed: 0 };
  const sender = new MessageSender({
    isAllowed,
    timeoutMs: RESPONSE_TIMEOUT,
    records,
    secretBox: parts.secretBox,
    eventJson,
    now,
    ...(parts.lookup && { lookup: parts.lookup }),
    userAgent: `Colophon/${VERSION}`,
    tried: (succeeded) => counts[succeeded ? 'succeeded' : 'failed']++,
  });
  const read: RunningDeliveriesParts['read'] = ({ owner }, request) =>
    requesterFor({ urn: owner, tokenId: undefined }).run(readWebhookChanges, request);
  const refusal = ({ createdAt, owner }: Webhook): Promise<string | undefined> =>
    refusalOf(store.reader, owner, createdAt);
  // Separate slots, so that slow receivers do not block tests.
  const requested = new RequestedMessages({
    slots: new Slots(config.concurrency),
    sender,
    read,
    refusalOf: refusal,
    newId: parts.newId,
    signal: parts.stopping,
  });
  const [slots, slowSlots] = [new Slots(config.concurrency), new Slots(config.concurrency)];
  let running: RunningDeliveries | undefined;
  let task: LeasedTask | undefined;
  effects.whenTypeChanges(WEBHOOK.entityType, () => running?.refresh());

  const begin = (): Promise<AsyncDisposable> => {
    const deliveries = new RunningDeliveries({
      records,
      sender,
      read,
      refusalOf: refusal,
      commits: parts.commits,
      now,
      warn,
      reader: store.reader,
      removeRecords: (id) => records.remove(id),
      slots,
      slowSlots,
      retryDelays: config.retryDelays,
      newId: parts.newId,
    });
    running = deliveries;
    deliveries.refresh();
    return Promise.resolve({
      [Symbol.asyncDispose]: async () => {
        running = undefined;
        await deliveries[Symbol.asyncDispose]();
      },
    });
  };

  return {
    newSecret: () => newSecret(randomHex),
    checkUrl: (url) => checkUrl(url, isAllowed),
    state: async (webhook) => (await records.find(webhook))?.state,
    deliveries: (webhook) => records.deliveries(webhook),
    test: (webhook) => requested.test(webhook),
    redeliver: (webhook, delivery) => requested.redeliver(webhook, delivery),
    removeRecords: ({ id }) => records.remove(id),
    start: async () => {
      task = await LeasedTask.start({ leases: store.leases, name: 'webhooks', warn, begin });
    },
    get figures() {
      const oldest = Math.min(now(), ...(running?.behindSince ?? []));
      return { ...counts, lagMs: now() - oldest };
    },
    [Symbol.asyncDispose]: async () => {
      await task?.[Symbol.asyncDispose]();
    },
  };
}
