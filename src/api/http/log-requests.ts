import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from './dependencies.ts';
import { isWatched } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the server could not answer, if it says so itself: an engine is away, or it took too long. */
    failure: Error | undefined;
  }
}

/** Has every answered request logged but what machines ask every second. */
export function logRequests(app: FastifyInstance, deps: Pick<HttpDependencies, 'logRequest'>): void {
  app.decorateRequest('failure', undefined);
  const { logRequest } = deps;
  if (logRequest === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (isWatched(request)) {
      const { catalog, failure, id, method, routeOptions, span } = request;
      logRequest({
        requestId: id,
        traceId: span?.traceId,
        actor: catalog?.actor.urn,
        ...{ method, route: routeOptions.url, status: reply.statusCode },
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(!reply.raw.writableFinished && { cutShort: true }),
        ...(failure !== undefined && { err: failure }),
      });
    }
    done();
  });
}
