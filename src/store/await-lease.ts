import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, Leases } from './leases.ts';

/** How often a lease that somebody has is asked for, in ms. */
const REST = 500;

/** The lease of this name, once nobody else has it; rejects when the signal is aborted before. */
export async function awaitLease(leases: Leases, name: string, signal?: AbortSignal): Promise<Lease> {
  for (;;) {
    signal?.throwIfAborted();
    const lease = await leases.acquire(name);
    if (lease !== undefined) return lease;
    await sleep(REST, undefined, signal && { signal });
  }
}
