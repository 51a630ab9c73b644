import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERROR_CODES } from '../../errors.ts';
import { OPEN } from './sessions/authentication.ts';
import type { HttpDependencies, Readiness } from './dependencies.ts';

/**
 * `GET /health`: liveness, 503 once shutdown has begun. `GET /health/ready`: readiness, 503 while not ready. During
 * shutdown every response has `Connection: close`.
 */
export function healthRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const { readiness } = deps;
  app.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isStopping) reply.header('connection', 'close');
    done();
  });
  app.get('/health', OPEN, async (_request, reply) =>
    readiness.isStopping ? answerOf(reply, await readiness.ask()) : { status: 'UP' },
  );
  app.get('/health/ready', OPEN, async (_request, reply) => answerOf(reply, await readiness.ask()));
}

function answerOf(reply: FastifyReply, readiness: Readiness): object {
  if (readiness.ready) return { status: 'UP' };
  void reply.code(503);
  const { problems, reason } = readiness;
  return { status: 'DOWN', error: ERROR_CODES.UNAVAILABLE.title, message: reason, problems };
}
