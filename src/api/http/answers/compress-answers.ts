import type { FastifyInstance, FastifyReply } from 'fastify';
import { compressed, isCompressible } from './compress.ts';

/**
 * Compresses long texts in every protocol, for clients that accept it. Streams stay as they are: each of their parts is read when
 * it arrives. Add it after the hooks that replace the payload.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload) || reply.hasHeader('content-encoding') || !isCompressible(payload, typeOf(reply))) {
      done(null, payload);
      return;
    }
    dependOnEncoding(reply);
    compressed(payload, request.headers).then(
      ({ body, encoding }) => {
        if (encoding !== undefined) reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
        done(null, body);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function typeOf(reply: FastifyReply): string {
  return String(reply.getHeader('content-type') ?? '');
}

/** Adds to `Vary`, for caches. */
function dependOnEncoding(reply: FastifyReply): void {
  const known = reply.getHeader('vary');
  reply.header('Vary', known === undefined ? 'Accept-Encoding' : `${String(known)}, Accept-Encoding`);
}
