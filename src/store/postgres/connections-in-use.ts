import type { Pool, PoolClient } from 'pg';

/**
 * Tracks the checked-out connections of some pools, so that all can be closed at once when the server stops
 * answering, instead of each waiting for its own timeout.
 */
export class ConnectionsInUse {
  readonly #clients = new Set<PoolClient>();

  constructor(...pools: readonly Pool[]) {
    for (const pool of pools) {
      pool.on('acquire', (client) => this.#clients.add(client));
      pool.on('release', (_error, client) => this.#clients.delete(client));
      pool.on('remove', (client) => this.#clients.delete(client));
    }
  }

  /** Closes all of them: pending queries fail with a connection error. */
  giveUp(): void {
    for (const client of this.#clients) client.end().catch(() => undefined);
  }
}
