import type { FastifyInstance } from 'fastify';
import { currentTraceId, notedCommit, usedTraceId } from '../../../auth/audit/request-scope.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { traceparentOf } from '../requests/trace-context.ts';

/** Response header of every write, with the sequence of its commit. */
export const SEQUENCE_HEADER = 'X-Colophon-Sequence';

/**
 * Adds headers to the answer of a request that has written: the sequence of its last commit, and its trace. An attempt to
 * write has a trace, too.
 */
export function markWrites(app: FastifyInstance, deps: HttpDependencies): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const sequence = notedCommit();
    if (sequence !== undefined) reply.header(SEQUENCE_HEADER, String(sequence));
    const traceId = sequence === undefined ? usedTraceId() : currentTraceId();
    if (traceId !== undefined) reply.header('traceparent', traceparentOf(request, traceId, deps));
    done();
  });
}
