import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { forwardedRequests } from '../../api/http/threads/forwarded-requests.ts';
import type { Config } from '../../config/options.ts';
import { httpLimits } from '../describe-server.ts';
import type { ReaderPool } from './reader-pool.ts';

/** Threads that answer reads, and their shared request counters of actors. */
export interface Readers {
  readonly pool: ReaderPool;
  readonly actorBuckets: SharedArrayBuffer | undefined;
}

/** Time to end threads after their last requests, in ms. */
const ENDING_MS = 2_000;

/**
 * A free port: `port`, or any if that is 0. Rejects like `listen` if it is in use. Must be checked first: with
 * several threads listening on one port, a second server would start without an error.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  probe.listen({ host, port });
  await once(probe, 'listening');
  const found = portOf(probe.address());
  probe.close();
  await once(probe, 'close');
  return found;
}

/** Started threads. */
export interface OpenReaders {
  /** Resolves when they accept connections. */
  readonly listen: Promise<void>;
  /**
   * Ends the threads and their services in the main thread, once their requests are answered, or soon after
   * `patienceMs`.
   */
  end(patienceMs: number): Promise<void>;
}

/**
 * Starts the threads, which listen on the addresses of `http`.
 */
export async function openReaders(
  http: FastifyInstance,
  config: Config,
  { actorBuckets, pool }: Readers,
): Promise<OpenReaders> {
  const limits = httpLimits(config);
  const secret = randomBytes(32).toString('hex');
  const inner = forwardedRequests(http, limits, secret);
  // An abstract socket without a file, so that a killed process leaves nothing.
  const path = `\0colophon-${randomBytes(16).toString('hex')}`;
  inner.listen({ path });
  await once(inner, 'listening');
  const addresses = http
    .addresses()
    .flatMap((place) => (typeof place === 'string' ? [] : [{ address: place.address, port: place.port }]));
  const listen = pool.start({ config, addresses, main: { path, secret }, actorBuckets });
  const end = async (patienceMs: number): Promise<void> => {
    await pool.stop(patienceMs + ENDING_MS);
    inner.close();
    inner.closeAllConnections();
    await once(inner, 'close');
  };
  return { listen, end };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
