import type { Pool, PoolClient } from 'pg';

/**
 * Knows which connections of some pools are waited for, so that they can be given up at once when the server is found to
 * be silent: without an answer each would be waited for until its own limit.
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

  /** Ends them: whoever waits for an answer is told that the connection is gone. */
  giveUp(): void {
    for (const client of this.#clients) client.end().catch(() => undefined);
  }
}
