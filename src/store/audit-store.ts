import type { AuditEvent, AuditKind } from '../model/audit-event.ts';
import type { Urn } from '../model/urn.ts';

/** An event to be put on record. */
export type NewAuditEvent = Omit<AuditEvent, 'id'>;

/** Place of an event in the order of time. */
export interface AuditPosition {
  readonly time: number;
  readonly id: number;
}

/** Which events are read; what is absent restricts nothing. */
export interface AuditSelection {
  /** Events about few others may come, too: who asks compares. */
  readonly entity?: Urn;
  readonly actors?: readonly Urn[];
  readonly kinds?: readonly AuditKind[];
  /** Epoch ms, included. */
  readonly since?: number;
  /** Only events that are older than this one. */
  readonly before: AuditPosition;
  readonly limit: number;
}

/** Which events may go: what is older than `before` (epoch ms), and the oldest beyond the newest `keep`. */
export interface AuditRetention {
  readonly before: number;
  readonly keep: number;
}

/**
 * The port of the audit log. Commits are not appended here: the store records each in the same transaction. Nothing
 * can be altered, and nothing goes but by age or number.
 */
export interface AuditStore {
  /** Resolves once the events are durable. */
  append(events: readonly NewAuditEvent[]): Promise<void>;
  /** Durable events, newest first. */
  newest(selection: AuditSelection): Promise<readonly AuditEvent[]>;
  /** Removes a batch of events that may go, the oldest first; answers how many, 0 when none is left. */
  purge(retention: AuditRetention): Promise<number>;
}
