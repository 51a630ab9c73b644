import type { ServerResponse } from 'node:http';
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
    limitSending(raw, lengthOf(payload), sendTimeoutMs);
    done();
  });
}

/** Closes the connection unless the client reads a response of this length in time. */
export function limitSending(response: ServerResponse, length: number, sendTimeoutMs: number): void {
  // Node closes the socket after this timeout, and resets the timeout once the response has been read.
  if (response.socket instanceof Socket) response.socket.setTimeout(sendTimeoutMs);
  const end = limitReading(response, length, sendTimeoutMs);
  response.once('close', end);
}

/** Closes the connection after the time that a client has to read this length. Returns a function that ends the limit. */
export function limitReading(response: ServerResponse, length: number, sendTimeoutMs: number): () => void {
  const limitMs = sendTimeoutMs + (length / BYTES_PER_SECOND) * 1000;
  const timer = setTimeout(() => response.destroy(), limitMs).unref();
  return () => clearTimeout(timer);
}

/** Approximate length of a response in bytes; 0 for a stream, whose length is unknown. */
function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
