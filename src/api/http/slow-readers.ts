import type { FastifyInstance } from 'fastify';
import type { HttpLimits } from './limits.ts';

/** An answer may take a second more for each of so many bytes. */
const BYTES_PER_SECOND = 16 * 1024;

/** Cuts off clients that do not read their answer: it would stay in memory for as long as they please. */
export function cutOffSlowReaders(app: FastifyInstance, { sendTimeoutMs }: HttpLimits): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const limitMs = sendTimeoutMs + (lengthOf(payload) / BYTES_PER_SECOND) * 1000;
    const timer = setTimeout(() => reply.raw.destroy(), limitMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** About the bytes of an answer; nothing is known of one that is read from elsewhere. */
function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
