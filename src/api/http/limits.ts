import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';

/** What one client may take from the server. All times are in milliseconds. */
export interface HttpLimits {
  /** Longest request body that is read, in bytes. */
  readonly bodyBytes: number;
  /** Longest request line with its headers, in bytes. */
  readonly headerBytes: number;
  /** Most open connections; the server closes further ones as they come. */
  readonly connections: number;
  /** How long a client may take to send the headers of a request. */
  readonly headersTimeoutMs: number;
  /** How long a client may take to send a whole request. */
  readonly requestTimeoutMs: number;
  /** How long the server may take to answer. */
  readonly answerTimeoutMs: number;
  /** How long a client may take to read an answer, with a second more for every 16 KiB of it. */
  readonly sendTimeoutMs: number;
  /** Most requests a second of one actor, as an average of ten; 0: any number. */
  readonly requestsPerSecond: number;
  /** The same for requests without a good token, of one address. */
  readonly refusalsPerSecond: number;
}

/** Limits unless the operator sets others. */
export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  bodyBytes: 16 * 1024 ** 2,
  headerBytes: 64 * 1024,
  connections: 2_000,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  answerTimeoutMs: 120_000,
  sendTimeoutMs: 60_000,
  requestsPerSecond: 0,
  refusalsPerSecond: 100,
};

/** How much later than promised a slow client may be cut off. */
const MAX_DELAY_MS = 5_000;

/** The limits that Fastify and Node keep by themselves. */
export function serverLimits(limits: HttpLimits): FastifyHttpOptions<Server> {
  const { bodyBytes, headerBytes, headersTimeoutMs, requestTimeoutMs } = limits;
  const shortest = Math.min(headersTimeoutMs, requestTimeoutMs);
  return {
    bodyLimit: bodyBytes,
    requestTimeout: requestTimeoutMs,
    http: {
      maxHeaderSize: headerBytes,
      headersTimeout: shortest,
      connectionsCheckingInterval: Math.min(MAX_DELAY_MS, Math.ceil(shortest / 4)),
    },
  };
}

/** Closes connections beyond the limit as they come. */
export function limitConnections({ server }: { readonly server: Server }, { connections }: HttpLimits): void {
  server.maxConnections = connections;
}
