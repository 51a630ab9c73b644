import type { FastifyInstance, FastifyReply } from 'fastify';
import { notedCommit } from '../../../auth/request-scope.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { HttpDependencies } from '../dependencies.ts';

/** Response header of every write, with the sequence of its commit. */
export const SEQUENCE_HEADER = 'X-Colophon-Sequence';

declare module 'fastify' {
  interface FastifyReply {
    /** Adds headers with the sequence of the write's commit and with its trace. */
    markWritten(sequence: Sequence): FastifyReply;
  }
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

/**
 * Adds `markWritten` to replies, and calls it for operations that noted a commit in the request scope. The trace is the
 * caller's if the request has a valid W3C `traceparent`, otherwise a new one.
 */
export function markWrites(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateReply('markWritten', function (this: FastifyReply, sequence: Sequence) {
    const { headers, span } = this.request;
    const incoming = headers['traceparent'];
    return this.header(SEQUENCE_HEADER, String(sequence)).header(
      'traceparent',
      span?.traceparent ?? traceparent(typeof incoming === 'string' ? incoming : undefined, deps.randomHex),
    );
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const sequence = notedCommit();
    const marked = reply.getHeader(SEQUENCE_HEADER);
    if (sequence !== undefined && (marked === undefined || sequence > Number(marked))) {
      reply.markWritten(sequence);
    }
    done();
  });
}

/** The `traceparent` of a new span, in the incoming trace if there is a valid one. */
export function traceparent(incoming: string | undefined, randomHex: (bytes: number) => string): string {
  const [, traceId, flags] = TRACEPARENT.exec(incoming ?? '') ?? [];
  return `00-${traceId ?? randomHex(16)}-${randomHex(8)}-${flags ?? '01'}`;
}
