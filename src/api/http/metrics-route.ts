import type { FastifyInstance } from 'fastify';
import { OPEN } from './sessions/authentication.ts';
import { WITH_TOKEN } from './route-needs.ts';
import type { HttpDependencies } from './dependencies.ts';
import type { RequestFacts } from './requests/request-facts.ts';
import type { AnsweredRequest } from '../../metrics.ts';

/** Our path, and the one of DataHub's management port. */
const PATHS = ['/metrics', '/actuator/prometheus'];

/** `GET /metrics`: Prometheus metrics; requires a token unless `openMetrics` is on. Also records every answered request. */
export function metricsRoute(app: FastifyInstance, { metrics, openMetrics }: HttpDependencies): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.isForwarded) metrics.requestAnswered(measured(request, reply, reply.elapsedTime));
    done();
  });
  for (const path of PATHS) {
    app.get(path, openMetrics ? OPEN : WITH_TOKEN, async (_request, reply) => {
      const text = await metrics.text();
      return reply.type(metrics.contentType).send(text);
    });
  }
}

/** The figures of a request that was answered after this time. */
export function measured(
  { method, routeOptions }: RequestFacts,
  { statusCode }: { readonly statusCode: number },
  ms: number,
): AnsweredRequest {
  return { method, route: routeOptions.url ?? 'none', status: statusCode, seconds: ms / 1000 };
}
