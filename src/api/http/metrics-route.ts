import type { FastifyInstance } from 'fastify';
import { OPEN } from './sessions/authentication.ts';
import { readMetrics } from '../../operations/maintenance/read-metrics.ts';
import { requesterOf } from './request-context.ts';
import { runs } from './route-needs.ts';
import type { HttpDependencies } from './dependencies.ts';
import type { RequestFacts } from './requests/request-facts.ts';
import type { AnsweredRequest } from '../../metrics/metrics.ts';

/** Colophon's path, and that of DataHub's management port. */
const PATHS = ['/metrics', '/actuator/prometheus'];

/**
 * `GET /metrics`: Prometheus metrics, for callers with the privilege to read them, or with `openMetrics` for
 * everyone. Also records every answered request.
 */
export function metricsRoute(app: FastifyInstance, { metrics, openMetrics }: HttpDependencies): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.isForwarded) metrics.requestAnswered(measured(request, reply, reply.elapsedTime));
    done();
  });
  for (const path of PATHS) {
    app.get(path, openMetrics ? OPEN : runs(readMetrics), async (request, reply) => {
      if (!openMetrics) await requesterOf(request).run(readMetrics, {});
      return reply.type(metrics.contentType).send(await metrics.text());
    });
  }
}

/** The metrics of a request that took this time. */
export function measured(
  { method, routeOptions }: RequestFacts,
  { statusCode }: { readonly statusCode: number },
  ms: number,
): AnsweredRequest {
  return { method, route: routeOptions.url ?? 'none', status: statusCode, seconds: ms / 1000 };
}
