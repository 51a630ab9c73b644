import type { AuditedAspect, RequestOrigin } from '../model/audit-event.ts';
import type { AuditStore, NewAuditEvent } from '../store/audit-store.ts';
import type { AuditLog, AuditRecord } from './audit-log.ts';
import { currentOrigin } from './request-scope.ts';

/** What the log is made of. */
export interface BufferedAuditLogParts {
  readonly store: AuditStore;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told when events could not be written. */
  readonly warn: (message: string, error: unknown) => void;
}

/** How long events wait for others to be written with, in ms. */
const DELAY_MS = 200;
/** Different events of one delay that are kept apart; a flood beyond them is counted by kind. */
const MAX_WAITING = 1_000;
/** Refused requests are of anybody's making: as much of one as goes on record. */
const MAX_ASPECTS = 100;
const MAX_URN_LENGTH = 1_000;
const MAX_ASPECT_NAME_LENGTH = 100;

/**
 * Gathers events and writes them a few times a second, so that a flood of refused requests costs neither a wait for
 * the disk nor a row each.
 */
export class BufferedAuditLog implements AuditLog, AsyncDisposable {
  readonly #parts: BufferedAuditLogParts;
  #waiting = new Map<string, NewAuditEvent>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: BufferedAuditLogParts) {
    this.#parts = parts;
  }

  record(record: AuditRecord, origin: RequestOrigin | undefined = currentOrigin()): void {
    const event = this.#event(record, origin);
    const key = this.#key(event);
    const known = this.#waiting.get(key);
    this.#waiting.set(key, known === undefined ? event : { ...known, count: known.count + 1 });
    this.#timer ??= setTimeout(() => void this.#flush(), DELAY_MS).unref();
  }

  #event(record: AuditRecord, origin: RequestOrigin | undefined): NewAuditEvent {
    const event = { ...record, time: this.#parts.now(), count: 1, ...(origin !== undefined && { origin }) };
    return { ...event, aspects: 'aspects' in record ? withinLimits(record.aspects) : [] };
  }

  /** Equal keys become one event. */
  #key(event: NewAuditEvent): string {
    const { kind, time, origin, ...rest } = event;
    const isRefusal = kind === 'denied' || kind === 'unauthenticated' || kind === 'failedLogIn';
    if (!isRefusal) return `${kind} ${time} ${this.#waiting.size}`;
    const key = JSON.stringify([kind, rest, { ...origin, requestId: '' }]);
    return this.#waiting.size < MAX_WAITING || this.#waiting.has(key) ? key : kind;
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#writing = this.#writing.then(() => this.#write(events));
    return this.#writing;
  }

  async #write(events: readonly NewAuditEvent[]): Promise<void> {
    try {
      await this.#parts.store.append(events);
    } catch (error) {
      this.#parts.warn(`${events.length} events could not be put on record`, error);
    }
  }

  /** Writes what waits. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#flush();
  }
}

function withinLimits(aspects: readonly AuditedAspect[]): readonly AuditedAspect[] {
  return aspects
    .filter(({ urn, aspectName = '' }) => {
      return urn.length <= MAX_URN_LENGTH && aspectName.length <= MAX_ASPECT_NAME_LENGTH;
    })
    .slice(0, MAX_ASPECTS);
}
