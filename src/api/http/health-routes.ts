import type { FastifyInstance } from 'fastify';
import { ERROR_CODES } from '../../errors.ts';
import { OPEN } from './authentication.ts';
import type { HttpDependencies } from './dependencies.ts';

/** `/health` says that the process answers; `/health/ready` whether it can do its work, 503 while it cannot. */
export function healthRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  app.get('/health', OPEN, () => ({ status: 'UP' }));
  app.get('/health/ready', OPEN, (_request, reply) => {
    const readiness = deps.readiness();
    if (readiness.ready) return { status: 'UP' };
    const error = ERROR_CODES.UNAVAILABLE.title;
    return reply.code(503).send({ status: 'DOWN', error, message: readiness.reason });
  });
}
