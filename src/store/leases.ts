/** The exclusive right to a piece of work. Disposing releases it; it also ends with the process. */
export interface Lease extends AsyncDisposable {
  /** Aborted once another process may hold the lease: stop the work at once. */
  readonly lost: AbortSignal;
}

/** Named leases among all processes that have the same store open. */
export interface Leases {
  /**
   * Acquires a lease without waiting; undefined while it is held, by this process or another. UNAVAILABLE when the
   * store cannot be reached.
   */
  acquire(name: string): Promise<Lease | undefined>;
}

/** Leases of a store that only one process opens: never lost. */
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
