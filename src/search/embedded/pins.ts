import type { Epoch } from './epoch.ts';

/**
 * Epochs that ranked scrolls still need. Their number is bounded: beyond it, those that expire soonest are dropped.
 */
export class Pins {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #pinned = new Map<number, { readonly epoch: Epoch; readonly expiresAt: number }>();

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Keeps an epoch for at least `keepAliveMs` from now, unless the limit is exceeded. */
  pin(epoch: Epoch, keepAliveMs: number): void {
    const expiresAt = Math.max(this.#now() + keepAliveMs, this.#pinned.get(epoch.number)?.expiresAt ?? 0);
    this.#pinned.set(epoch.number, { epoch, expiresAt });
    this.dropExpired();
    while (this.#pinned.size > this.#limit) this.#dropSoonest();
  }

  /** The epoch with this number; undefined when it has expired or was dropped. */
  find(number: number): Epoch | undefined {
    this.dropExpired();
    return this.#pinned.get(number)?.epoch;
  }

  /** Drops all expired epochs. */
  dropExpired(): void {
    const now = this.#now();
    for (const [number, { expiresAt }] of this.#pinned) if (expiresAt < now) this.#pinned.delete(number);
  }

  #dropSoonest(): void {
    const [soonest] = [...this.#pinned].sort(([, a], [, b]) => a.expiresAt - b.expiresAt);
    if (soonest !== undefined) this.#pinned.delete(soonest[0]);
  }
}
