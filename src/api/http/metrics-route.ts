import type { FastifyInstance } from 'fastify';
import { WITH_TOKEN } from './route-needs.ts';
import type { HttpDependencies } from './dependencies.ts';

/** Our path, and the one of DataHub's management port. */
const PATHS = ['/metrics', '/actuator/prometheus'];

/** `GET /metrics`: Prometheus metrics; requires a token. Also records every answered request. */
export function metricsRoute(app: FastifyInstance, { metrics }: HttpDependencies): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.isForwarded)
      metrics.requestAnswered({
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
    done();
  });
  for (const path of PATHS) {
    app.get(path, WITH_TOKEN, async (_request, reply) => {
      const text = await metrics.text();
      return reply.type(metrics.contentType).send(text);
    });
  }
}
