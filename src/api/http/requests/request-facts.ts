import type { FastifyRequest } from 'fastify';

/** The properties of a request that hooks read; provided by Fastify and by the fast path. */
export interface RequestFacts extends Pick<
  FastifyRequest,
  'id' | 'method' | 'url' | 'ip' | 'headers' | 'requester' | 'failure' | 'span' | 'warnings'
> {
  readonly routeOptions: {
    /** Pattern of the route; absent for an unknown path. */
    readonly url?: string | undefined;
  };
}
