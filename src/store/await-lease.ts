import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, Leases } from './leases.ts';

/** How a lease is waited for. */
export interface Patience {
  /** Aborted: nobody waits any more. */
  readonly signal?: AbortSignal;
  /** How often a lease that somebody has is asked for, in ms. */
  readonly rest?: number;
}

/** The lease of this name, once nobody else has it; rejects when the signal is aborted before. */
export async function awaitLease(
  leases: Leases,
  name: string,
  { rest = 500, signal }: Patience = {},
): Promise<Lease> {
  for (;;) {
    signal?.throwIfAborted();
    const lease = await leases.acquire(name);
    if (lease !== undefined) return lease;
    await sleep(rest, undefined, signal && { signal });
  }
}
