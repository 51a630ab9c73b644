import type { AuditEvent, AuditKind } from '../model/access/audit-event.ts';
import type { Urn } from '../model/urn.ts';

/** An event to append. */
export type NewAuditEvent = Omit<AuditEvent, 'id' | 'commit'>;

/** Position of an event in time order: time (epoch ms), then id. */
export interface AuditPosition {
  readonly time: number;
  readonly id: number;
}

/** Filters for reading events; absent filters match everything. */
export interface AuditSelection {
  /** Matched by hash, so a few events about other entities may be included: the caller must compare urns. */
  readonly entity?: Urn;
  readonly actors?: readonly Urn[];
  readonly kinds?: readonly AuditKind[];
  /** Epoch ms, inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly before: AuditPosition;
  readonly limit: number;
}

/** Events to purge: those older than `before` (epoch ms), and all but the newest `keep`. */
export interface AuditRetention {
  readonly before: number;
  readonly keep: number;
}

/**
 * The port of the audit log, which is append-only: events are never changed and are removed only by age or number.
 * Commits are not appended here; the store records each one in its own transaction.
 */
export interface AuditStore {
  /** Appends events atomically; resolves once they are durable. UNAVAILABLE when the write failed. */
  append(events: readonly NewAuditEvent[]): Promise<void>;
  /** Up to `limit` durable events, newest first. UNAVAILABLE when a networked store cannot be read. */
  newest(selection: AuditSelection): Promise<readonly AuditEvent[]>;
  /**
   * Removes a batch of at most 500 events, oldest first, in one transaction. Returns the number removed; call it
   * until it returns 0. UNAVAILABLE when the write failed.
   */
  purge(retention: AuditRetention): Promise<number>;
}
