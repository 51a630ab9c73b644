import type { AuditedAspect, RequestOrigin } from '../../model/access/audit-event.ts';
import type { AuditStore, NewAuditEvent } from '../../store/audit-store.ts';
import type { AuditLog, AuditRecord } from './audit-log.ts';
import { currentOrigin } from './request-scope.ts';

/** Dependencies of {@link BufferedAuditLog}. */
export interface BufferedAuditLogParts {
  readonly store: AuditStore;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called when events could not be written; those events are lost. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Delay before a batch of events is written, in ms. */
const DELAY_MS = 200;
/** Maximum distinct events per batch; refusals beyond it are only counted by kind. */
const MAX_WAITING = 1_000;
/** Limits on what a refused request adds to the log, because anyone can send one. */
const MAX_ASPECTS = 100;
const MAX_URN_LENGTH = 1_000;
const MAX_ASPECT_NAME_LENGTH = 100;

/**
 * Buffers events and writes them in batches, up to five times a second, so that a flood of refused requests does not
 * cost a disk write and a row each.
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

  /** Events with equal keys are merged. */
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
      this.#parts.warn(`could not write ${events.length} audit events`, error);
    }
  }

  /** Writes the buffered events. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#flush();
  }
}

function withinLimits(aspects: readonly AuditedAspect[]): readonly AuditedAspect[] {
  return aspects
    .filter(
      ({ urn, aspectName = '' }) =>
        urn.length <= MAX_URN_LENGTH && aspectName.length <= MAX_ASPECT_NAME_LENGTH,
    )
    .slice(0, MAX_ASPECTS);
}
