import type { FastifyInstance } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendError } from '../answers/error-handler.ts';

/**
 * Answers 504 to a request that takes too long, and ignores its later result. Fastify's own timeout would create and
 * abort a signal per request, which costs as much as reading it.
 */
export function limitAnswerTime(app: FastifyInstance, deps: HttpDependencies): void {
  const { answerTimeoutMs } = deps.limits;
  const limit = `The request timed out after ${answerTimeoutMs} ms.`;
  const remedy =
    'Writes that it committed are kept: check them before you retry, and request less at a time.';
  app.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      // A response that has started can only be aborted.
      if (reply.raw.headersSent) reply.raw.destroy();
      else if (!reply.sent)
        sendError(new CatalogError('TIMEOUT', `${limit} ${remedy}`), request, reply, deps);
    }, answerTimeoutMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
