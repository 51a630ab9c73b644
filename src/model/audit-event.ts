import type { LogInMethod } from './log-in-method.ts';
import type { Urn } from './urn.ts';

/** The interface that a request came through. */
export type Protocol = 'graphql' | 'openapi' | 'restli' | 'colophon' | 'web';

/** What an audit event says of the request that caused it. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly protocol: Protocol;
  /** Names of GraphQL fields, or method and pattern of a route: never a path or a query, which may hold values. */
  readonly operation: string;
  /** Id of the token that was presented, which is no secret; absent when there was none. */
  readonly tokenId?: string;
  /** Network address of the client. */
  readonly address?: string;
  readonly userAgent?: string;
}

/** What happened to one aspect, or was tried. Values are never part of it. */
export interface AuditedAspect {
  readonly urn: Urn;
  /** Absent when no aspect in particular was meant. */
  readonly aspectName?: string;
  readonly changeType: 'UPSERT' | 'DELETE' | 'READ';
}

/**
 * Kinds of events. `change`: a commit, with all that it changed. `denied`: the actor lacks a right.
 * `unauthenticated`: nobody knows who asked. Logging in and out has kinds of its own. `upkeep`: work on the catalog as a
 * whole. `secretRead`: values of secrets were told.
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
] as const;

/** One of the kinds. */
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** What is done to the catalog as a whole: steps of an update, repair of the index, dropping of former versions. */
export type Upkeep = 'system-update' | 'repair' | 'retention';

/** What every entry of the audit log tells. */
export interface AuditCircumstances {
  readonly kind: AuditKind;
  /** Epoch ms. */
  readonly time: number;
  /** Who did it; absent when nobody can tell. For a failed login whom the client claimed to be. */
  readonly actor?: Urn;
  /** Absent when the server acted for itself. */
  readonly origin?: RequestOrigin;
  /** How the actor logged in, or tried to. */
  readonly logInMethod?: LogInMethod;
  /** What was begun or, of `retention`, done; only of the kind `upkeep`. */
  readonly upkeep?: Upkeep;
  /** Privilege that was missing. */
  readonly privilege?: string;
  /** How many equal events this one stands for; greater than 1 only for attempts that were refused. */
  readonly count: number;
}

/** One event with everything that it is about. */
export interface AuditEvent extends AuditCircumstances {
  /** Grows with every event; gaps are possible. */
  readonly id: number;
  readonly aspects: readonly AuditedAspect[];
}

/** The part of an event that is about one aspect, or the event itself when it is about none. */
export interface AuditEntry extends AuditCircumstances, Partial<AuditedAspect> {
  /** `<id of the event>.<number of the part>`. */
  readonly id: string;
}

/** Which entries are asked for; whatever is absent or empty restricts nothing. */
export interface AuditQuery {
  readonly entity?: Urn;
  readonly actors?: readonly Urn[];
  readonly kinds?: readonly AuditKind[];
  readonly entityTypes?: readonly string[];
  readonly aspectNames?: readonly string[];
  /** What else must be true of an entry. */
  readonly where?: (entry: AuditEntry) => boolean;
  /** Epoch ms, included. */
  readonly since?: number;
  /** Epoch ms, excluded. */
  readonly until?: number;
  /** Most entries of the page. */
  readonly count: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

/** Entries from the newest to the oldest. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Cursor of the next page; absent when this one reaches the oldest event. A page may be short, or empty, before. */
  readonly next?: string;
}
