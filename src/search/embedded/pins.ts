import type { Epoch } from './epoch.ts';

/** States that ranked scrolls still need; the number is bounded, and the one that expires first goes first. */
export class Pins {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #pinned = new Map<number, { readonly epoch: Epoch; readonly expiresAt: number }>();

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Keeps a state for at least so many ms from now. */
  pin(epoch: Epoch, keepAliveMs: number): void {
    const expiresAt = Math.max(this.#now() + keepAliveMs, this.#pinned.get(epoch.number)?.expiresAt ?? 0);
    this.#pinned.set(epoch.number, { epoch, expiresAt });
    this.dropExpired();
    while (this.#pinned.size > this.#limit) this.#dropSoonest();
  }

  /** The state with this number, unless it has expired. */
  find(number: number): Epoch | undefined {
    this.dropExpired();
    return this.#pinned.get(number)?.epoch;
  }

  /** Lets go of every state that has expired. */
  dropExpired(): void {
    const now = this.#now();
    for (const [number, { expiresAt }] of this.#pinned) if (expiresAt < now) this.#pinned.delete(number);
  }

  #dropSoonest(): void {
    const [soonest] = [...this.#pinned].sort(([, a], [, b]) => a.expiresAt - b.expiresAt);
    if (soonest !== undefined) this.#pinned.delete(soonest[0]);
  }
}
