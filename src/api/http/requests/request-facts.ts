import type { FastifyRequest } from 'fastify';

/** What the rules for requests read of one, be it answered by Fastify or by the fast path. */
export interface RequestFacts extends Pick<
  FastifyRequest,
  'id' | 'method' | 'url' | 'ip' | 'headers' | 'requester' | 'failure' | 'span' | 'warnings'
> {
  readonly routeOptions: {
    /** Pattern of the route; absent for an unknown path. */
    readonly url?: string | undefined;
  };
}
