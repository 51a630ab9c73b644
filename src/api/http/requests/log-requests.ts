import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { HttpDependencies, LoggedRequest } from '../dependencies.ts';
import type { RequestFacts } from './request-facts.ts';
import { isWatched } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The expected error of a 5xx response, such as an unavailable engine or a timeout. */
    failure: Error | undefined;
  }
}

/** Logs every answered request except health checks and metrics. */
export function logRequests(app: FastifyInstance, deps: Pick<HttpDependencies, 'logRequest'>): void {
  app.decorateRequest('failure', undefined);
  const { logRequest } = deps;
  if (logRequest === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (isWatched(request)) {
      logRequest(logged(request, reply.raw, reply.elapsedTime));
    }
    done();
  });
}

/** The log entry of a request that took this time. */
export function logged(
  { requester, failure, id, method, routeOptions, span }: RequestFacts,
  { statusCode, writableFinished }: Pick<ServerResponse, 'statusCode' | 'writableFinished'>,
  ms: number,
): LoggedRequest {
  return {
    requestId: id,
    traceId: span?.traceId,
    actor: requester?.actor.urn,
    method,
    route: routeOptions.url,
    status: statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(!writableFinished && { cutShort: true }),
    ...(failure !== undefined && { err: failure }),
  };
}
