import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpLimits } from './limits.ts';

/** An answer may take a second more for each of so many bytes. */
const BYTES_PER_SECOND = 16 * 1024;

/**
 * Cuts off clients that do not read their answer, which would stay in memory for as long as they please: those that
 * read nothing for a while, and those that read a little now and then.
 */
export function cutOffSlowReaders(app: FastifyInstance, { sendTimeoutMs }: HttpLimits): void {
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    // Node closes a socket whose time is over, and sets another time when the answer has been read.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(sendTimeoutMs);
    const limitMs = sendTimeoutMs + (lengthOf(payload) / BYTES_PER_SECOND) * 1000;
    const timer = setTimeout(() => raw.destroy(), limitMs).unref();
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** About the bytes of an answer; nothing is known of one that is read from elsewhere. */
function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
