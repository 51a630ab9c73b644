import type { FastifyInstance } from 'fastify';
import { CatalogError } from '../../errors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { sendError } from './error-handler.ts';

/**
 * Answers 504 to a request that takes too long; what it still does counts for nothing. Fastify's own limit would make
 * and abort a signal for each request, which costs as much as reading it.
 */
export function limitAnswerTime(app: FastifyInstance, deps: HttpDependencies): void {
  const { answerTimeoutMs } = deps.limits;
  const limit = `The request could not be answered within ${answerTimeoutMs} ms.`;
  const remedy = 'What it wrote stays written: look before you repeat it, and ask for less at a time.';
  app.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      // An answer on its way can only be broken off.
      if (reply.raw.headersSent) reply.raw.destroy();
      else if (!reply.sent)
        sendError(new CatalogError('TIMEOUT', `${limit} ${remedy}`), request, reply, deps);
    }, answerTimeoutMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
