import type { LogInMethod } from './log-in-method.ts';
import type { Sequence } from '../sequence.ts';
import type { Urn } from '../urn.ts';

/** API that received a request. */
export type Protocol = 'graphql' | 'openapi' | 'restli' | 'colophon' | 'agent' | 'web';

/** The request that caused an audit event. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly protocol: Protocol;
  /** GraphQL field names, or method and pattern of a route; never a path or a query, which can contain values. */
  readonly operation: string;
  /** Id of the access token, which is not secret; absent for a request without a token. */
  readonly tokenId?: string;
  /** Network address of the client. */
  readonly address?: string;
  readonly userAgent?: string;
  /** Agent that called a tool, as it calls itself. */
  readonly client?: string;
  /** Why the agent writes, in its words; at most 500 characters. */
  readonly reason?: string;
}

/** One aspect that was changed, deleted or read, or an attempt at it. Never contains values. */
export interface AuditedAspect {
  readonly urn: Urn;
  /** Absent if the event concerns the entity as a whole. */
  readonly aspectName?: string;
  readonly changeType: 'UPSERT' | 'DELETE' | 'READ';
  /** Set on the first aspect of an entity that the commit created. */
  readonly createsEntity?: true;
}

/**
 * Kinds of audit events. `change`: a commit, with every aspect it changed. `denied`: the actor lacks a privilege.
 * `unauthenticated`: a request without valid credentials. `upkeep`: maintenance of the whole catalog. `secretRead`:
 * values of secrets were returned. `webhookMessage`: a webhook was requested to send a test or the events of a delivery.
 */
export const AUDIT_KINDS = [
  'change',
  'denied',
  'unauthenticated',
  'logIn',
  'failedLogIn',
  'logOut',
  'upkeep',
  'secretRead',
  'webhookMessage',
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Maintenance of the whole catalog: system updates, repair of the index, retention of aspect versions, stopped jobs. */
export type Maintenance = 'system-update' | 'repair' | 'retention' | 'stop-job';

/** Members common to audit events and audit entries. */
export interface AuditCircumstances {
  readonly kind: AuditKind;
  /** Epoch ms. */
  readonly time: number;
  /** Absent if unknown. For a failed login, the user that the client claimed to be. */
  readonly actor?: Urn;
  /** Absent for actions of the server itself. */
  readonly origin?: RequestOrigin;
  /** How the actor logged in or tried to log in. */
  readonly logInMethod?: LogInMethod;
  /** Only for kind `upkeep`. Recorded when the work starts; for `retention`, when it is done. */
  readonly upkeep?: Maintenance;
  readonly privilege?: string;
  /** Number of equal events that this one represents; greater than 1 only for rejected attempts. */
  readonly count: number;
}

/** One audit event with all its aspects. */
export interface AuditEvent extends AuditCircumstances {
  /** Increases with every event; gaps are possible. */
  readonly id: number;
  /** The commit; only for kind `change`. */
  readonly commit?: Sequence;
  readonly aspects: readonly AuditedAspect[];
}

/** The part of an event about one aspect, or the whole event if it has no aspects. */
export interface AuditEntry extends AuditCircumstances, Partial<AuditedAspect> {
  /** `<event id>.<part number>`. */
  readonly id: string;
}

/** Filter and paging of audit entries; an absent or empty member does not restrict. */
export interface AuditQuery {
  readonly entity?: Urn;
  readonly actors?: readonly Urn[];
  readonly kinds?: readonly AuditKind[];
  readonly entityTypes?: readonly string[];
  readonly aspectNames?: readonly string[];
  /** Further filter on entries. */
  readonly where?: (entry: AuditEntry) => boolean;
  /** Epoch ms, inclusive. */
  readonly since?: number;
  /** Epoch ms, exclusive. */
  readonly until?: number;
  /** Maximum number of entries per page. */
  readonly count: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
}

/** One page of entries, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Cursor of the next page; absent after the oldest event. A page with `next` can still be short or empty. */
  readonly next?: string;
}
