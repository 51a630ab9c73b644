import type { FastifyInstance } from 'fastify';
import { WITH_TOKEN } from './route-needs.ts';
import type { HttpDependencies } from './dependencies.ts';

/** `GET /metrics`: Prometheus metrics; requires a token. Also records every answered request. */
export function metricsRoute(app: FastifyInstance, { metrics }: HttpDependencies): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requestAnswered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
  app.get('/metrics', WITH_TOKEN, async (_request, reply) => {
    const text = await metrics.text();
    return reply.type(metrics.contentType).send(text);
  });
}
