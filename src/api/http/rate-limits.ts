import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditLog } from '../../auth/audit-log.ts';
import { CatalogError, TooManyRequestsError } from '../../errors.ts';
import type { HttpLimits } from './limits.ts';
import { originOf } from './request-origin.ts';
import { TokenBuckets } from './token-buckets.ts';

/** What counting needs. */
export interface RateLimitParts {
  readonly limits: Pick<HttpLimits, 'requestsPerSecond' | 'refusalsPerSecond'>;
  readonly audit: AuditLog;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Refuses actors who ask more often than they may; must come after the requests have been authenticated. */
export function limitActors(app: FastifyInstance, { limits, now }: RateLimitParts): void {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === 0) return;
  const buckets = new TokenBuckets(requestsPerSecond, now);
  app.addHook('onRequest', (request, _reply, done) => {
    const actor = request.catalog?.actor.urn;
    const wait = actor === undefined ? 0 : buckets.take(actor);
    const reason = `${actor} may send ${requestsPerSecond} requests a second.`;
    done(wait === 0 ? undefined : new TooManyRequestsError(reason, wait));
  });
}

/** What becomes of a request that could not be authenticated: always throws. */
export type RefuseUnknown = (error: unknown, request: FastifyRequest) => never;

/**
 * Puts on record who asks without a good token, and lets those wait who do it all the time: as long as they must, they
 * are neither on record nor told anything about the token.
 */
export function createRefusal({ limits, audit, now }: RateLimitParts): RefuseUnknown {
  const buckets = new TokenBuckets(limits.refusalsPerSecond, now);
  return (error, request) => {
    if (!(error instanceof CatalogError) || error.code !== 'UNAUTHENTICATED') throw error;
    const wait = buckets.take(request.ip);
    if (wait > 0) {
      throw new TooManyRequestsError('Too many requests from this address came without a good token.', wait);
    }
    audit.record({ kind: 'unauthenticated' }, originOf(request));
    throw error;
  };
}
