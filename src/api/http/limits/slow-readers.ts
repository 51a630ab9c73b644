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
  // Node resets the timeout of the socket once the response has been read.
  const timer = limitReading(response, length, sendTimeoutMs);
  response.once('close', () => clearTimeout(timer));
}

/**
 * Closes the connection unless the client reads a part of a streamed response in time. Resolves when the part has
 * been read, or the connection is closed.
 */
export async function awaitReader(
  response: ServerResponse,
  length: number,
  sendTimeoutMs: number,
): Promise<void> {
  const timer = limitReading(response, length, sendTimeoutMs);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (): void => resolve(undefined);
  response.once('drain', done).once('close', done);
  await promise;
  response.off('drain', done).off('close', done);
  clearTimeout(timer);
  response.socket?.setTimeout(0);
}

function limitReading(response: ServerResponse, length: number, sendTimeoutMs: number): NodeJS.Timeout {
  // Node closes the socket after this time without progress.
  if (response.socket instanceof Socket) response.socket.setTimeout(sendTimeoutMs);
  const limitMs = sendTimeoutMs + (length / BYTES_PER_SECOND) * 1000;
  return setTimeout(() => response.destroy(), limitMs).unref();
}

/** Approximate length of a response in bytes; 0 for a stream, whose length is unknown. */
function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
