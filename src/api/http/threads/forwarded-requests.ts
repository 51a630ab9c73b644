import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { serverLimits, type HttpLimits } from '../limits/limits.ts';

/** Headers that a reading thread adds to a request it passes on; ignored from other senders. */
export const FORWARDED = {
  /** Proof that a thread of this process sends it. */
  secret: 'x-colophon-thread',
  /** Address of the client. */
  address: 'x-colophon-address',
  /** Set if the thread has counted the request for the rate limit. */
  counted: 'x-colophon-counted',
  /** In a response: set if the connection of the client must be closed after it. */
  closes: 'x-colophon-closes',
} as const;

/** Room for these headers, in bytes. */
const OWN_HEADER_BYTES = 1_024;

const forwarded = new WeakSet<IncomingMessage>();
const counted = new WeakSet<IncomingMessage>();

/** Whether the rate limit has counted the request already. */
export function isCounted(request: IncomingMessage): boolean {
  return counted.has(request);
}

/**
 * Leaves closing connections to the threads: closing one here before the whole request is read, such as after a
 * refusal of its headers, would discard the response.
 */
export function leaveClosingToThreads(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (forwarded.has(raw) && reply.getHeader('connection') === 'close') {
      reply.removeHeader('connection').header(FORWARDED.closes, 'true');
    }
    done();
  });
}

/** Creates the server for requests that reading threads of this process pass on to the main thread. */
export function forwardedRequests(app: FastifyInstance, limits: HttpLimits, secret: string): Server {
  const { http, requestTimeout } = serverLimits({
    ...limits,
    headerBytes: limits.headerBytes + OWN_HEADER_BYTES,
  });
  // Connections of threads stay open: closing one while a request arrives would break that request.
  return createServer({ ...http, requestTimeout, keepAliveTimeout: 0 }, (request, response) => {
    if (!accept(request, secret)) {
      response.writeHead(403).end();
      return;
    }
    app.server.emit('request', request, response);
  });
}

/** Sets the address of the client on a forwarded request; false if no thread of this process has sent it. */
function accept(request: IncomingMessage, secret: string): boolean {
  const { headers, socket } = request;
  if (!isEqual(String(headers[FORWARDED.secret] ?? ''), secret)) return false;
  // One request at a time uses the connection.
  Object.defineProperty(socket, 'remoteAddress', { value: headers[FORWARDED.address], configurable: true });
  forwarded.add(request);
  if (headers[FORWARDED.counted] !== undefined) counted.add(request);
  for (const name of Object.values(FORWARDED)) Reflect.deleteProperty(headers, name);
  return true;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
