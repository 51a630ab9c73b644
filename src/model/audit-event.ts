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
  /** Absent when the whole entity was meant. */
  readonly aspectName?: string;
  readonly changeType: 'UPSERT' | 'DELETE' | 'READ';
}

/**
 * Kinds of events. `change`: a commit, with all that it changed. `denied`: the actor lacks a right.
 * `unauthenticated`: nobody knows who asked. Logging in and out has kinds of its own.
 */
export const AUDIT_KINDS = ['change', 'denied', 'unauthenticated', 'logIn', 'failedLogIn', 'logOut'] as const;

/** One of the kinds. */
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** One entry of the audit log. */
export interface AuditEvent {
  /** Grows with every event; gaps are possible. */
  readonly id: number;
  /** Epoch ms. */
  readonly time: number;
  readonly kind: AuditKind;
  /** Who did it; absent when nobody can tell. For a failed login whom the client claimed to be. */
  readonly actor?: Urn;
  /** Absent when the server acted for itself. */
  readonly origin?: RequestOrigin;
  /** How the actor logged in, or tried to. */
  readonly logInMethod?: LogInMethod;
  /** Privilege that was missing. */
  readonly privilege?: string;
  readonly aspects: readonly AuditedAspect[];
  /** How many equal events this one stands for; greater than 1 only for attempts that were refused. */
  readonly count: number;
}
