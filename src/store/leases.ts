/** The right to do something that one process at a time may do. Disposing gives it up. */
export interface Lease extends AsyncDisposable {
  /** Aborted once another process may have the lease: whoever holds it stops at once. */
  readonly lost: AbortSignal;
}

/** Leases among all processes that have the same store open. */
export interface Leases {
  /** The lease of this name; undefined while somebody has it, the caller included. UNAVAILABLE when the store cannot say. */
  acquire(name: string): Promise<Lease | undefined>;
}

/** The leases of a store that one process has to itself: never lost, and nobody else's. */
export class SoleProcessLeases implements Leases {
  readonly #held = new Set<string>();

  acquire(name: string): Promise<Lease | undefined> {
    if (this.#held.has(name)) return Promise.resolve(undefined);
    this.#held.add(name);
    return Promise.resolve({
      lost: new AbortController().signal,
      [Symbol.asyncDispose]: () => {
        this.#held.delete(name);
        return Promise.resolve();
      },
    });
  }
}
