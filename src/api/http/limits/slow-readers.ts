import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpLimits } from './limits.ts';

/** Minimum read rate of a client. */
const BYTES_PER_SECOND = 16 * 1024;

/**
 * Disconnects clients that do not read their response, or read it too slowly, because the response occupies memory
 * until it is read.
 */
export function cutOffSlowReaders(app: FastifyInstance, { sendTimeoutMs }: HttpLimits): void {
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    // Node closes the socket after this timeout, and resets the timeout once the response has been read.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(sendTimeoutMs);
    const limitMs = sendTimeoutMs + (lengthOf(payload) / BYTES_PER_SECOND) * 1000;
    const timer = setTimeout(() => raw.destroy(), limitMs).unref();
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** Approximate length of a response in bytes; 0 for a stream, whose length is unknown. */
function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
