import * as v from 'valibot';
import type { JobReport } from '../../../model/maintenance/job-report.ts';
import type { JobStore } from '../../../store/job-store.ts';
import type { JsonObject } from '../../../util/json.ts';
import { parseStored } from '../parse-stored.ts';
import { webhookUrn, type Webhook } from '../webhook.ts';
import { DELIVERY_KINDS, restartedState, type Delivery, type WebhookState } from '../webhooks.ts';

/** Dependencies of {@link WebhookRecords}. */
export interface WebhookRecordsParts {
  readonly store: JobStore;
  /** Number of kept deliveries per webhook. */
  readonly keptDeliveries: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A stored state. */
export interface StoredState {
  readonly report: JobReport;
  readonly state: WebhookState;
}

/**
 * States and deliveries of webhooks, stored as job reports: both stores have these, outside of commits, and every
 * process can read them. Only the delivering process writes states.
 */
export class WebhookRecords {
  readonly #parts: WebhookRecordsParts;

  constructor(parts: WebhookRecordsParts) {
    this.#parts = parts;
  }

  /** The state of a webhook; undefined if there is none. */
  async find({ id }: Webhook): Promise<StoredState | undefined> {
    const [kept] = await this.#parts.store.list('webhook', webhookUrn(id));
    return kept && { report: kept.report, state: stateIn(kept.report) };
  }

  /** The state of a webhook after its last restart; stores it if the restart is new. */
  async begin(webhook: Webhook): Promise<StoredState> {
    const found = await this.find(webhook);
    const state = restartedState(webhook, found?.state);
    if (state === found?.state) return found;
    if (found !== undefined) return this.save(found, state);
    const { now, store } = this.#parts;
    return { state, report: await store.add(reportOf(webhook, state), now(), 1) };
  }

  /** Stores a new state. */
  async save({ report }: StoredState, state: WebhookState): Promise<StoredState> {
    const next = { ...report, result: asJson(state) };
    await this.#parts.store.put({ report: next, heardAt: this.#parts.now() });
    return { report: next, state };
  }

  /** Stores a delivery, and deletes the oldest beyond the limit. */
  async record(webhook: Webhook, { id: _, ...delivery }: Delivery): Promise<Delivery> {
    const { keptDeliveries, now, store } = this.#parts;
    const { durationMs, error, events, kind, succeeded, time } = delivery;
    const added = await store.add(
      {
        kind: 'webhook-delivery',
        owner: webhookUrn(webhook.id),
        phase: kind,
        state: succeeded ? 'succeeded' : 'failed',
        done: events,
        total: events,
        startedAt: time,
        finishedAt: time + durationMs,
        result: asJson(delivery),
        error,
      },
      now(),
      keptDeliveries,
    );
    return { ...delivery, id: added.id };
  }

  /** The kept deliveries, newest first. */
  async deliveries({ id }: Webhook): Promise<readonly Delivery[]> {
    const kept = await this.#parts.store.list('webhook-delivery', webhookUrn(id));
    return kept.map(({ report }) => ({ ...deliveryIn(report), id: report.id }));
  }

  /** Deletes state and deliveries of a webhook. */
  async remove(id: string): Promise<void> {
    const urn = webhookUrn(id);
    await this.#parts.store.drop('webhook', urn);
    await this.#parts.store.drop('webhook-delivery', urn);
  }
}

function reportOf({ id }: Webhook, state: WebhookState): Omit<JobReport, 'id'> {
  return {
    kind: 'webhook',
    owner: webhookUrn(id),
    state: 'running',
    phase: 'delivery',
    done: 0,
    total: 0,
    startedAt: undefined,
    finishedAt: undefined,
    result: asJson(state),
    error: undefined,
  };
}

/** JSON omits undefined members. */
function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** A state, as `save` and `begin` write it. */
const STATE = v.object({
  restart: v.number(),
  cursor: v.string(),
  pending: v.optional(
    v.object({
      id: v.string(),
      upTo: v.number(),
      since: v.number(),
      tries: v.number(),
      nextTryAt: v.number(),
    }),
  ),
  stop: v.optional(
    v.object({
      reason: v.picklist(['failing', 'gone', 'trimmed', 'owner', 'secret']),
      message: v.string(),
      at: v.number(),
    }),
  ),
  deliveredAt: v.optional(v.number()),
});

function stateIn({ owner, result }: JobReport): WebhookState {
  return parseStored(STATE, result, `the state of ${owner}`);
}

/** A delivery, as `record` writes it. */
const DELIVERY = v.object({
  messageId: v.string(),
  kind: v.picklist(DELIVERY_KINDS),
  time: v.number(),
  attempt: v.number(),
  succeeded: v.boolean(),
  durationMs: v.number(),
  events: v.number(),
  status: v.optional(v.number()),
  error: v.optional(v.string()),
  range: v.optional(v.object({ from: v.string(), upTo: v.number() })),
});

function deliveryIn({ owner, result }: JobReport): Omit<Delivery, 'id'> {
  const { error, range, status, ...known } = parseStored(DELIVERY, result, `a delivery of ${owner}`);
  return { ...known, error, range, status };
}
