import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, Leases } from './leases.ts';

/** How to wait for a lease. */
export interface WaitOptions {
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
  /** Retry interval in ms. Default: 500. */
  readonly interval?: number;
}

/**
 * Acquires a lease, waiting while it is held. Rejects when the signal is aborted, or with UNAVAILABLE from
 * `acquire`.
 */
export async function awaitLease(
  leases: Leases,
  name: string,
  { interval = 500, signal }: WaitOptions = {},
): Promise<Lease> {
  for (;;) {
    signal?.throwIfAborted();
    const lease = await leases.acquire(name);
    if (lease !== undefined) return lease;
    await sleep(interval, undefined, signal && { signal });
  }
}
