import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { blockListOf } from '../../../util/block-list-of.ts';
import { hash53 } from '../../../util/fingerprint.ts';
import { networkOf } from '../../../util/network-of.ts';
import type { HttpLimits } from './limits.ts';

/** Where the threads that listen on one port count their connections together. */
export interface ConnectionCounts {
  /** Counts of each thread, see `connectionMemory`. */
  readonly memory: SharedArrayBuffer;
  /** The place of this thread. */
  readonly thread: number;
}

/** Counts by address of one thread: addresses share one if their hashes are alike. */
const SLOTS = 1_024;
/** The number of all connections of a thread, then those by address. */
const COUNTS = 1 + SLOTS;

/** Memory in which this many threads count. */
export function connectionMemory(threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * COUNTS * threads);
}

/** Forgets the connections of a thread that has died. */
export function forgetConnections({ memory, thread }: ConnectionCounts): void {
  const counts = new Int32Array(memory);
  for (let place = thread * COUNTS; place < (thread + 1) * COUNTS; place++) Atomics.store(counts, place, 0);
}

/**
 * Closes connections beyond the limit of their address on arrival. Beyond the limit of all, the one of this thread is
 * closed that has waited longest without a request, or else the new one. Addresses of trusted proxies have no limit of
 * their own. Call it after all listeners to requests are added.
 */
export function limitConnections(
  { server }: { readonly server: Server },
  { connections, connectionsPerAddress, trustedProxies }: HttpLimits,
  { memory, thread }: ConnectionCounts = { memory: connectionMemory(1), thread: 0 },
): void {
  const counts = new Int32Array(memory);
  const proxies = blockListOf(trustedProxies);
  const slotOf = (address: string): number | undefined => {
    const version = isIP(address);
    if (version === 0 || proxies.check(address, version === 4 ? 'ipv4' : 'ipv6')) return undefined;
    return 1 + (hash53(networkOf(address)) % SLOTS);
  };
  const total = (slot: number): number => {
    let sum = 0;
    for (let place = slot; place < counts.length; place += COUNTS) sum += Atomics.load(counts, place);
    return sum;
  };
  const open = new Set<Socket>();
  /** Those of them without a request, in the order since when. */
  const waiting = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const slot = slotOf(socket.remoteAddress ?? '');
    const isOverAddress = slot !== undefined && total(slot) >= connectionsPerAddress;
    const isOver = total(0) >= connections;
    const counted = slot === undefined ? [0] : [0, slot];
    for (const place of counted) Atomics.add(counts, thread * COUNTS + place, 1);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
      for (const place of counted) Atomics.sub(counts, thread * COUNTS + place, 1);
    });
    const [longest] = waiting;
    if (isOverAddress || (isOver && longest === undefined)) {
      socket.destroy();
      return;
    }
    if (isOver) longest?.destroy();
    waiting.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // A request that another server has passed on is on a connection of that server.
    if (!open.has(socket)) return;
    waiting.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) waiting.add(socket);
    });
  });
}
