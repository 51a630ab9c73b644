import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';
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
      const { requester, failure, id, method, routeOptions, span } = request;
      logRequest({
        requestId: id,
        traceId: span?.traceId,
        actor: requester?.actor.urn,
        ...{ method, route: routeOptions.url, status: reply.statusCode },
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(!reply.raw.writableFinished && { cutShort: true }),
        ...(failure !== undefined && { err: failure }),
      });
    }
    done();
  });
}
