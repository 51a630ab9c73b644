import type { FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../../../errors.ts';
import { networkOf } from '../../../util/network-of.ts';
import { TokenBuckets } from '../../http/limits/token-buckets.ts';
import { requesterOf } from '../../http/request-context.ts';

/** Dependencies of {@link OAuthLimits}. */
export interface OAuthLimitParts {
  /** Maximum requests per second without a valid token from one address. */
  readonly refusalsPerSecond: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Metadata documents that the server fetches for one person, per second. */
const DOCUMENTS_PER_SECOND = 1;

/** Limits on requests of OAuth, averaged over ten seconds. Each throws TOO_MANY_REQUESTS. */
export class OAuthLimits {
  readonly #addresses: TokenBuckets;
  readonly #people: TokenBuckets;

  constructor({ now, refusalsPerSecond }: OAuthLimitParts) {
    this.#addresses = new TokenBuckets(refusalsPerSecond, now);
    this.#people = new TokenBuckets(DOCUMENTS_PER_SECOND, now);
  }

  /** Counts a request of a client, before anything is read for it: it needs no token. */
  countRequest({ ip }: Pick<FastifyRequest, 'ip'>): void {
    const wait = this.#addresses.take(networkOf(ip));
    if (wait > 0)
      throw new TooManyRequestsError('Too many requests of OAuth clients from this address.', wait);
  }

  /** Counts a metadata document that is fetched for the person who is signed in. */
  countDocument(request: Pick<FastifyRequest, 'requester'>): void {
    const wait = this.#people.take(requesterOf(request).actor.urn);
    if (wait > 0) throw new TooManyRequestsError('You have opened too many pages that ask for access.', wait);
  }
}
