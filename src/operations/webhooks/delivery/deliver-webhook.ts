import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../../../errors.ts';
import type { ChangePage, ChangeRequest } from '../../../query/changes/change-query.ts';
import type { Slots } from '../../../util/concurrency/slots.ts';
import type { CommitSignal, PageEnd } from '../../changes/commit-signal.ts';
import type { Webhook } from '../webhook.ts';
import type { Stop, WebhookState } from '../webhooks.ts';
import type { MessageSender, Sent } from './message-sender.ts';
import type { StoredState, WebhookRecords } from './webhook-records.ts';

/** Interval for storing a position that moves without messages, in ms: trimming the log must not catch up with it. */
const SAVE_EVERY = 60_000;
/** Duration of a message, in ms, after which the next one takes one of the places for slow receivers. */
const SLOW = 1_000;
/** Rest after an error of this server, in ms. */
const REST = 5_000;

/** Dependencies of {@link WebhookDelivery}. */
export interface DeliveryParts {
  readonly records: Pick<WebhookRecords, 'begin' | 'save'>;
  readonly sender: Pick<MessageSender, 'send'>;
  /** Reads changes with the rights of the owner. */
  readonly read: (webhook: Webhook, request: ChangeRequest) => Promise<ChangePage>;
  /** Why the owner cannot act; undefined: it can. */
  readonly refusalOf: (webhook: Webhook) => Promise<string | undefined>;
  readonly commits: Pick<CommitSignal, 'after'>;
  /** Places for messages of all webhooks that are read and sent at the same time. */
  readonly slots: Slots;
  /** Places apart for those whose last message was slow, so that these keep nobody else waiting. */
  readonly slowSlots: Slots;
  /** Times between the tries of a message, in ms. */
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

  /** Time of the oldest event that was not accepted, epoch ms; undefined: there is none, or it has stopped. */
  get behindSince(): number | undefined {
    return this.#behindSince;
  }

  #isOver(): boolean {
    return this.#signals.stop.aborted;
  }

  /** Resolves when it is to end, or the webhook has stopped. */
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
    /** Cursor before which there is nothing to send; undefined: that of the state. */
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

  /** Sends the next message, if there is one. `end`: the position after which there may be one. */
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
    // Stored first: whatever happens, the receiver knows a second try by its id.
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
      const message = 'The receiver answered 410: it wants no more messages. Enable the webhook if it does.';
      return this.#stop(at, { reason: 'gone', message });
    }
    const { now, retryDelays } = this.#parts;
    const delay = retryDelays[pending.tries - 1];
    if (delay !== undefined) {
      // Not sooner than the scale: a receiver that is down for hours would use up the tries.
      const latest = now() + Math.max(...retryDelays);
      const nextTryAt = Math.max(now() + delay, Math.min(retryAt, latest));
      return this.#save(at, { ...at.state, pending: { ...pending, nextTryAt } });
    }
    const message = `The message ${pending.id} failed ${pending.tries} times, the last time with: ${error}. Mend the receiver and enable the webhook: it goes on with this message.`;
    return this.#stop({ ...at, state: { ...at.state, pending } }, { reason: 'failing', message });
  }

  /** Why reading the changes ends the delivery. Throws an error that passes. */
  async #stopAfter(error: unknown): Promise<Omit<Stop, 'at'>> {
    const { code, message } = error instanceof CatalogError ? error : { code: undefined, message: '' };
    if (code === 'GONE') {
      return { reason: 'trimmed', message: `${message} Replay the webhook from there, or from now.` };
    }
    if (code !== 'FORBIDDEN') throw error;
    // Who is suspended has no rights, either.
    const refusal = await this.#parts.refusalOf(this.#webhook);
    return { reason: 'owner', message: refusal === undefined ? message : `${refusal}.` };
  }

  /** Stops until somebody starts the webhook again. */
  async #stop(at: StoredState, stop: Omit<Stop, 'at'>): Promise<StoredState> {
    this.#behindSince = undefined;
    return this.#save(at, { ...at.state, stop: { ...stop, at: this.#parts.now() } });
  }

  /** The position after a page without events; stored now and then. */
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
