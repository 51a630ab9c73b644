import type { FastifyInstance } from 'fastify';
import { notedCommit } from '../../../auth/audit/request-scope.ts';
import type { HttpDependencies } from '../dependencies.ts';

/** Response header of every write, with the sequence of its commit. */
export const SEQUENCE_HEADER = 'X-Colophon-Sequence';

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

/**
 * Adds headers to the answer of a request that has written: the sequence of its last commit, and its trace. The trace is
 * the caller's if the request has a valid W3C `traceparent`, otherwise a new one.
 */
export function markWrites(app: FastifyInstance, deps: HttpDependencies): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const sequence = notedCommit();
    if (sequence !== undefined) {
      const { headers, span } = request;
      const incoming = headers['traceparent'];
      reply
        .header(SEQUENCE_HEADER, String(sequence))
        .header(
          'traceparent',
          span?.traceparent ??
            traceparent(typeof incoming === 'string' ? incoming : undefined, deps.randomHex),
        );
    }
    done();
  });
}

/** The `traceparent` of a new span, in the incoming trace if there is a valid one. */
export function traceparent(incoming: string | undefined, randomHex: (bytes: number) => string): string {
  const [, traceId, flags] = TRACEPARENT.exec(incoming ?? '') ?? [];
  return `00-${traceId ?? randomHex(16)}-${randomHex(8)}-${flags ?? '01'}`;
}
