import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { blockListOf } from '../../../util/block-list-of.ts';
import { hash53 } from '../../../util/fingerprint.ts';
import { networkOf } from '../../../util/network-of.ts';
import type { HttpLimits } from './limits.ts';

/** Shared counters of the connections of all threads that listen on one port. */
export interface ConnectionCounts {
  /** Counts of each thread, see `connectionMemory`. */
  readonly memory: SharedArrayBuffer;
  /** Index of this thread in the counters. */
  readonly thread: number;
}

/** Counters by address of one thread; addresses with equal hashes share one. */
const SLOTS = 1_024;
/** Length of the counters of a thread: the number of all its connections, then those by address. */
const COUNTS = 1 + SLOTS;

/** Allocates shared counters for a number of threads. */
export function connectionMemory(threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * COUNTS * threads);
}

/** Resets the counters of a thread that has died. */
export function resetConnections({ memory, thread }: ConnectionCounts): void {
  const counts = new Int32Array(memory);
  for (let place = thread * COUNTS; place < (thread + 1) * COUNTS; place++) Atomics.store(counts, place, 0);
}

/**
 * Closes connections that exceed the limit of their address on arrival. Beyond the total limit, closes the longest
 * idle connection of this thread, or the new one if none is idle. Trusted proxies have no limit per address. Call it
 * after all request listeners are added.
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
  /** Idle connections, the longest idle first. */
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
    // The connection of a request passed on by another server belongs to that server.
    if (!open.has(socket)) return;
    waiting.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) waiting.add(socket);
    });
  });
}
