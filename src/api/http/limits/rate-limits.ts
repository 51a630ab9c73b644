import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditLog } from '../../../auth/audit/audit-log.ts';
import { CatalogError, TooManyRequestsError } from '../../../errors.ts';
import type { HttpLimits } from './limits.ts';
import { networkOf } from '../../../util/network-of.ts';
import { originOf } from '../requests/request-origin.ts';
import { isCounted } from '../threads/forwarded-requests.ts';
import { TokenBuckets } from './token-buckets.ts';
import type { Urn } from '../../../model/urn.ts';

/** Dependencies of the rate limits. */
export interface RateLimitParts {
  readonly limits: Pick<HttpLimits, 'requestsPerSecond' | 'refusalsPerSecond'>;
  readonly audit: AuditLog;
  /** Shared counters per actor; absent: this thread counts alone. */
  readonly actorBuckets?: SharedArrayBuffer | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Counts a request of an actor. Returns the error for a request beyond the rate. */
export type ActorLimit = (actor: Urn, request: IncomingMessage) => TooManyRequestsError | undefined;

/** Limits each actor to `requestsPerSecond`; undefined if unlimited. */
export function actorLimit({
  actorBuckets,
  limits,
  now,
}: Pick<RateLimitParts, 'actorBuckets' | 'limits' | 'now'>): ActorLimit | undefined {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === 0) return undefined;
  const buckets = new TokenBuckets(requestsPerSecond, now, actorBuckets);
  return (actor, request) => {
    if (isCounted(request)) return undefined;
    const wait = buckets.take(actor);
    const reason = `${actor} may send ${requestsPerSecond} requests per second.`;
    return wait === 0 ? undefined : new TooManyRequestsError(reason, wait);
  };
}

/** Answers 429 to actors beyond their limit. Must be added after authentication. */
export function limitActors(app: FastifyInstance, limit: ActorLimit | undefined): void {
  if (limit === undefined) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const actor = request.requester?.actor.urn;
    done(actor === undefined ? undefined : limit(actor, request.raw));
  });
}

/** Handles a failed authentication; always throws. */
export type RefuseUnknown = (error: unknown, request: FastifyRequest) => never;

/**
 * Records requests without a valid token in the audit log, and rate-limits them per address. Beyond the limit throws
 * TOO_MANY_REQUESTS, without an audit record and without revealing anything about the token.
 */
export function createRefusal({ limits, audit, now }: RateLimitParts): RefuseUnknown {
  const buckets = new TokenBuckets(limits.refusalsPerSecond, now);
  return (error, request) => {
    if (!(error instanceof CatalogError) || error.code !== 'UNAUTHENTICATED') throw error;
    const wait = buckets.take(networkOf(request.ip));
    if (wait > 0) {
      throw new TooManyRequestsError('Too many requests without a valid token from this address.', wait);
    }
    audit.record({ kind: 'unauthenticated' }, originOf(request));
    throw error;
  };
}
