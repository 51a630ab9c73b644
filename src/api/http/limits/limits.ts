import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import { DEFAULT_JSON_LIMITS, type JsonLimits } from '../../../util/json/json-scan.ts';

/** Limits on HTTP clients. All times are in milliseconds. */
export interface HttpLimits {
  /** Maximum request body, in bytes. */
  readonly bodyBytes: number;
  /** Limits on the JSON in a request body. */
  readonly json: JsonLimits;
  /** Maximum request line with headers, in bytes. */
  readonly headerBytes: number;
  /** Maximum open connections; beyond it the longest idle one is closed. */
  readonly connections: number;
  /** Maximum open connections of one address; further ones are closed on arrival. */
  readonly connectionsPerAddress: number;
  /** Addresses and networks without a limit on connections per address. */
  readonly trustedProxies: readonly string[];
  /** Maximum bytes of the bodies of all running requests, per thread. */
  readonly bodiesBytes: number;
  /** Maximum bytes of the long responses of all running requests, per thread. */
  readonly answersBytes: number;
  /** Time for a client to send the headers. */
  readonly headersTimeoutMs: number;
  /** Time for a client to send the whole request. */
  readonly requestTimeoutMs: number;
  /** Time for the server to answer. */
  readonly answerTimeoutMs: number;
  /** Time for a client to read the response, plus one second per 16 KiB. */
  readonly sendTimeoutMs: number;
  /** Maximum requests per second of one actor, averaged over ten seconds; 0: unlimited. */
  readonly requestsPerSecond: number;
  /** Maximum requests per second without a valid token from one address, averaged over ten seconds. */
  readonly refusalsPerSecond: number;
}

/** Default limits. */
export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  bodyBytes: 16 * 1024 ** 2,
  json: DEFAULT_JSON_LIMITS,
  headerBytes: 64 * 1024,
  connections: 2_000,
  connectionsPerAddress: 500,
  trustedProxies: [],
  bodiesBytes: 256 * 1024 ** 2,
  answersBytes: 256 * 1024 ** 2,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  answerTimeoutMs: 120_000,
  sendTimeoutMs: 60_000,
  requestsPerSecond: 0,
  refusalsPerSecond: 100,
};

/** Maximum interval of the check for slow clients, and so the maximum delay of their disconnection. */
const MAX_DELAY_MS = 5_000;

/** The limits that Fastify and Node enforce. */
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
