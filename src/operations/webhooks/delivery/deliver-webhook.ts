import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../../../errors.ts';
import type { ChangePage, ChangeRequest } from '../../../query/changes/change-query.ts';
import type { Slots } from '../../../util/concurrency/slots.ts';
import type { CommitSignal, PageEnd } from '../../changes/commit-signal.ts';
import type { Webhook } from '../webhook.ts';
import type { Stop, WebhookState } from '../webhooks.ts';
import type { MessageSender, Sent } from './message-sender.ts';
import type { StoredState, WebhookRecords } from './webhook-records.ts';

/**
 * Interval for storing a position that advances without messages, in ms, so that it stays ahead of the trimming of
 * the log.
 */
const SAVE_EVERY = 60_000;
/** Duration of a delivery, in ms, above which the next message uses a slot for slow receivers. */
const SLOW = 1_000;
/** Delay after an error of this server, in ms. */
const REST = 5_000;

/** Dependencies of {@link WebhookDelivery}. */
export interface DeliveryParts {
  readonly records: Pick<WebhookRecords, 'begin' | 'save'>;
  readonly sender: Pick<MessageSender, 'send'>;
  /** Reads changes with the rights of the owner. */
  readonly read: (webhook: Webhook, request: ChangeRequest) => Promise<ChangePage>;
  /** Why the owner cannot act; undefined if it can. */
  readonly refusalOf: (webhook: Webhook) => Promise<string | undefined>;
  readonly commits: Pick<CommitSignal, 'after'>;
  /** Slots for messages of all webhooks that are read and sent concurrently. */
  readonly slots: Slots;
  /** Separate slots for webhooks whose last message was slow, so that they do not delay others. */
  readonly slowSlots: Slots;
  /** Delays between the attempts of a message, in ms. */
  readonly retryDelays: readonly number[];
  readonly newId: () => string;
  /** Epoch ms. */
  readonly now: () => number;
  readonly warn: (message: string, error: unknown) => void;
}

/** Ends a delivery: `stop` after the current message, `kill` at once. */
export interface DeliverySignals {
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
}

/** Delivers the changes that one webhook selects, in order, one message at a time, from its stored position. */
export class WebhookDelivery {
  readonly #webhook: Webhook;
  readonly #parts: DeliveryParts;
  readonly #signals: DeliverySignals;
  #savedAt = -Infinity;
  #isSlow = false;
  /** Time of the first event of the message that is being delivered, epoch ms. */
  #behindSince: number | undefined;

  constructor(webhook: Webhook, parts: DeliveryParts, signals: DeliverySignals) {
    this.#webhook = webhook;
    this.#parts = parts;
    this.#signals = signals;
  }

  /** Time of the oldest event that was not accepted, epoch ms; undefined if there is none, or the webhook has stopped. */
  get behindSince(): number | undefined {
    return this.#behindSince;
  }

  #isOver(): boolean {
    return this.#signals.stop.aborted;
  }

  /** Delivers until a signal ends it, or the webhook stops. */
  async run(): Promise<void> {
    while (!this.#isOver()) {
      try {
        await this.#deliver();
        break;
      } catch (error) {
        if (this.#isOver()) break;
        this.#parts.warn(`delivery of webhook ${this.#webhook.id} failed; retrying.`, error);
        await this.#sleep(REST);
      }
    }
    this.#behindSince = undefined;
  }

  async #deliver(): Promise<void> {
    const { commits, now, records, slots, slowSlots } = this.#parts;
    let at = await records.begin(this.#webhook);
    this.#behindSince = at.state.stop === undefined ? at.state.pending?.since : undefined;
    /** Cursor before which there is nothing to send; undefined: the cursor of the state. */
    let since: string | undefined;
    while (!this.#isOver() && at.state.stop === undefined) {
      const { pending } = at.state;
      if (pending !== undefined && pending.nextTryAt > now()) await this.#sleep(pending.nextTryAt - now());
      let end: PageEnd | undefined;
      {
        using _slot = await (this.#isSlow ? slowSlots : slots).take();
        if (this.#isOver()) break;
        ({ at, end } = await this.#step(at, since));
      }
      since = end && (await commits.after(end, this.#webhook.filter, this.#signals.stop));
    }
  }

  /** Sends the next message, if there is one. `end`: the position after which there may be one. Returns the new state. */
  async #step(
    at: StoredState,
    since = at.state.cursor,
  ): Promise<{ readonly at: StoredState; readonly end?: PageEnd }> {
    const { pending } = at.state;
    const { eventsPerMessage: limit, filter } = this.#webhook;
    let page: ChangePage;
    try {
      const request = { since, limit, filter, ...(pending !== undefined && { upTo: pending.upTo }) };
      page = await this.#parts.read(this.#webhook, request);
    } catch (error) {
      return { at: await this.#stop(at, await this.#stopAfter(error)) };
    }
    if (page.events.length > 0) return { at: await this.#send(at, page) };
    this.#behindSince = undefined;
    const moved = await this.#moved(at, page);
    return page.isAtEnd && pending === undefined ? { at: moved, end: page } : { at: moved };
  }

  async #send(before: StoredState, page: ChangePage): Promise<StoredState> {
    const { newId, now, records, refusalOf, sender } = this.#parts;
    const since = page.events[0]?.time ?? now();
    this.#behindSince = since;
    const refusal = await refusalOf(this.#webhook);
    if (refusal !== undefined) return this.#stop(before, { reason: 'owner', message: `${refusal}.` });
    let at = before;
    // Stored first, so that the receiver can recognize a second attempt by its id.
    const first = { id: `msg_${newId()}`, upTo: page.sequence, since, tries: 0, nextTryAt: 0 };
    const { pending = first } = at.state;
    if (at.state.pending === undefined) at = await records.save(at, { ...at.state, pending });
    const message = { id: pending.id, kind: 'changes', attempt: pending.tries + 1, page } as const;
    let sent: Sent;
    try {
      sent = await sender.send(this.#webhook, { ...message, from: at.state.cursor }, this.#signals.kill);
    } catch (error) {
      if (!(error instanceof CatalogError) || error.code !== 'CONFLICT') throw error;
      return this.#stop(at, { reason: 'secret', message: error.message });
    }
    this.#isSlow = sent.delivery.durationMs > SLOW;
    if (sent.delivery.succeeded) {
      this.#behindSince = undefined;
      const accepted = { ...at.state, pending: undefined, cursor: page.cursor, deliveredAt: now() };
      return this.#save(at, accepted);
    }
    return this.#failed(at, { ...pending, tries: pending.tries + 1 }, sent);
  }

  async #failed(
    at: StoredState,
    pending: NonNullable<WebhookState['pending']>,
    { delivery: { error, status }, retryAt = 0 }: Sent,
  ): Promise<StoredState> {
    if (status === 410) {
      const message =
        'The receiver answered 410 (Gone): it accepts no more messages. Enable the webhook to resume.';
      return this.#stop(at, { reason: 'gone', message });
    }
    const { now, retryDelays } = this.#parts;
    const delay = retryDelays[pending.tries - 1];
    if (delay !== undefined) {
      // Not before the configured delay: a receiver that is down for hours would use up the attempts.
      const latest = now() + Math.max(...retryDelays);
      const nextTryAt = Math.max(now() + delay, Math.min(retryAt, latest));
      return this.#save(at, { ...at.state, pending: { ...pending, nextTryAt } });
    }
    const message = `The message ${pending.id} failed ${pending.tries} times, the last time with: ${error}. Repair the receiver and enable the webhook: it resumes with this message.`;
    return this.#stop({ ...at, state: { ...at.state, pending } }, { reason: 'failing', message });
  }

  /** Why an error of reading changes stops the webhook. Rethrows temporary errors. */
  async #stopAfter(error: unknown): Promise<Omit<Stop, 'at'>> {
    const { code, message } = error instanceof CatalogError ? error : { code: undefined, message: '' };
    if (code === 'GONE') {
      return { reason: 'trimmed', message: `${message} Replay the webhook from there, or from now.` };
    }
    if (code !== 'FORBIDDEN') throw error;
    // A suspended owner has no rights, either.
    const refusal = await this.#parts.refusalOf(this.#webhook);
    return { reason: 'owner', message: refusal === undefined ? message : `${refusal}.` };
  }

  /** Stops the webhook until it is enabled again. */
  async #stop(at: StoredState, stop: Omit<Stop, 'at'>): Promise<StoredState> {
    this.#behindSince = undefined;
    return this.#save(at, { ...at.state, stop: { ...stop, at: this.#parts.now() } });
  }

  /** Advances the position after a page without events; stored periodically. */
  async #moved(at: StoredState, { cursor }: ChangePage): Promise<StoredState> {
    const state = { ...at.state, cursor, pending: undefined };
    if (state.cursor === at.state.cursor && at.state.pending === undefined) return at;
    const isDue = at.state.pending !== undefined || this.#parts.now() - this.#savedAt >= SAVE_EVERY;
    return isDue ? this.#save(at, state) : { ...at, state };
  }

  #save(at: StoredState, state: WebhookState): Promise<StoredState> {
    this.#savedAt = this.#parts.now();
    return this.#parts.records.save(at, state);
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signals.stop, ref: false }).catch(() => undefined);
  }
}
