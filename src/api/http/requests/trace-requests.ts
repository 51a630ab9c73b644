import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan } from '../../../tracing.ts';
import type { HttpDependencies } from '../dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined when tracing is disabled or the request is not traced. */
    span: RequestSpan | undefined;
    /** Whether another thread answers it. */
    isForwarded: boolean;
  }
}

/** Routes polled by monitoring, neither traced nor logged. */
const MONITORING_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/health/ready', '/metrics']);

/** Whether the request is traced and logged: no health check or metrics scrape, and not passed on to another thread. */
export function isWatched({ isForwarded, routeOptions }: FastifyRequest): boolean {
  return !isForwarded && !MONITORING_ROUTES.has(routeOptions.url);
}

/** Records each request as a span, which ends with its response or when the client disconnects. */
export function traceRequests(app: FastifyInstance, { tracer }: Pick<HttpDependencies, 'tracer'>): void {
  app.decorateRequest('span', undefined);
  app.decorateRequest('isForwarded', false);
  if (tracer === undefined) return;
  app.addHook('onRequest', (request, { raw }, done) => {
    if (!isWatched(request)) {
      done();
      return;
    }
    const span = tracer.request(request.headers, { 'colophon.request_id': request.id });
    request.span = span;
    raw.once('close', () => {
      const { requester, method, routeOptions } = request;
      const attributes = {
        'http.request.method': method,
        'http.route': routeOptions.url,
        'http.response.status_code': raw.statusCode,
        'colophon.actor': requester?.actor.urn,
        'colophon.cut_short': raw.writableFinished ? undefined : true,
      };
      span.end(attributes, raw.statusCode >= 500);
    });
    span.run(done);
  });
  // Reading the body starts a new asynchronous context, without the span.
  app.addHook('preHandler', ({ span }, _reply, done) => (span === undefined ? done() : span.run(done)));
}
