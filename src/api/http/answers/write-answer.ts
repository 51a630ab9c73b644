import type { FastifyInstance } from 'fastify';
import { currentTraceId, notedCommit, usedTraceId } from '../../../auth/audit/request-scope.ts';
import type { HttpDependencies } from '../dependencies.ts';
import type { RequestFacts } from '../requests/request-facts.ts';
import { traceparentOf } from '../requests/trace-context.ts';

/** Response header of every write, with the sequence of its commit. */
export const SEQUENCE_HEADER = 'X-Colophon-Sequence';

const NONE = {};

/**
 * Adds headers to the response to a request that has written: the sequence of its last commit, and its trace. A
 * failed write has a trace, too.
 */
export function markWrites(app: FastifyInstance, deps: HttpDependencies): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(headersOfWrite(request, deps));
    done();
  });
}

/** The headers for the writes of the current request; none if it wrote nothing. */
export function headersOfWrite(
  request: RequestFacts,
  deps: Pick<HttpDependencies, 'randomHex'>,
): Readonly<Record<string, string>> {
  const sequence = notedCommit();
  const traceId = sequence === undefined ? usedTraceId() : currentTraceId();
  if (traceId === undefined) return NONE;
  return {
    ...(sequence !== undefined && { [SEQUENCE_HEADER]: String(sequence) }),
    traceparent: traceparentOf(request, traceId, deps),
  };
}
