import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import type { Cancellation } from '../../../util/concurrency/cancellation.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendError } from '../answers/error-handler.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Lifts the limit on the response time, for a response that waits for events or streams. */
    endAnswerLimit: (() => void) | undefined;
  }
}

/** Never sent to a client. */
const NOBODY_WAITS = new CatalogError('TIMEOUT', 'The request ended before its operations did.');

/**
 * Answers 504 to a request that takes too long, and ignores its later result. Fastify's own timeout would create and
 * abort a signal per request, which costs as much as reading it.
 */
export function limitAnswerTime(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateReply('endAnswerLimit', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.endAnswerLimit = limitAnswering(reply.raw, deps.limits.answerTimeoutMs, (error) => {
      if (!reply.sent) sendError(error, request, reply, deps);
    });
    done();
  });
}

/**
 * Calls `refuse` with the error if no response has begun in time; aborts a response that has begun. Returns a
 * function that lifts the limit.
 */
export function limitAnswering(
  response: ServerResponse,
  answerTimeoutMs: number,
  refuse: (error: CatalogError) => void,
): () => void {
  const timer = setTimeout(() => {
    if (response.headersSent) response.destroy();
    else refuse(lateAnswer(answerTimeoutMs));
  }, answerTimeoutMs).unref();
  const end = (): void => {
    clearTimeout(timer);
    response.off('close', end);
  };
  response.once('close', end);
  return end;
}

/**
 * Cancellation of reads for a response that no client awaits: the client has disconnected, or the request has timed
 * out.
 */
export function cancelledWith(response: Pick<ServerResponse, 'destroyed' | 'writableEnded'>): Cancellation {
  return {
    get reason() {
      return response.destroyed || response.writableEnded ? NOBODY_WAITS : undefined;
    },
  };
}

function lateAnswer(answerTimeoutMs: number): CatalogError {
  const limit = `The request timed out after ${answerTimeoutMs} ms.`;
  const remedy =
    'Writes that it committed are kept: check them before you retry, and request less at a time.';
  return new CatalogError('TIMEOUT', `${limit} ${remedy}`);
}
