import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { urnHash } from '../audit-rows.ts';
import type { Lease, Leases } from '../leases.ts';
import { queryable } from './connection.ts';

/** Tells our locks from those of other programs in the same database. */
const LOCK_CLASS = 0x636f6c6f;
/** How often (ms) the connection is tried while a lease is held, so that one that is gone is noticed. */
const HEARTBEAT = 1_000;

/**
 * Leases by locks of a session, on a connection of their own: the database frees them when the connection ends, so that
 * another process can go on. All leases of a connection that is gone are lost.
 */
export class AdvisoryLeases implements Leases {
  readonly #pool: Pool;
  readonly #held = new Map<string, AbortController>();
  #connecting: Promise<PoolClient> | undefined;
  #beating: Promise<void> | undefined;

  /** `pool` has room for one connection that is kept, and a limit of time for each query. */
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async acquire(name: string): Promise<Lease | undefined> {
    if (this.#held.has(name)) return undefined;
    const lost = new AbortController();
    this.#held.set(name, lost);
    try {
      const client = await this.#connection();
      const [row] = await queryable(client).query('SELECT pg_try_advisory_lock($1, $2) AS is_held', [
        LOCK_CLASS,
        lockOf(name),
      ]);
      if (row?.['is_held'] !== true) {
        this.#forget(name, lost);
        return undefined;
      }
      this.#beating ??= this.#beat(client);
      return { lost: lost.signal, [Symbol.asyncDispose]: () => this.#release(name, lost) };
    } catch (error) {
      this.#forget(name, lost);
      throw error;
    }
  }

  /** Gives up every lease and closes the connection. */
  async close(): Promise<void> {
    const client = await this.#connecting?.catch(() => undefined);
    if (client !== undefined) this.#lose(client);
    await this.#beating;
    await this.#pool.end();
  }

  #connection(): Promise<PoolClient> {
    this.#connecting ??= this.#pool.connect().then(
      (client) => {
        client.on('error', () => this.#lose(client));
        client.on('end', () => this.#lose(client));
        return client;
      },
      (error: unknown) => {
        this.#connecting = undefined;
        throw error;
      },
    );
    return this.#connecting;
  }

  async #beat(client: PoolClient): Promise<void> {
    while (this.#held.size > 0) {
      await pause(HEARTBEAT);
      await client.query('SELECT 1').catch(() => this.#lose(client));
    }
    this.#beating = undefined;
  }

  async #release(name: string, lost: AbortController): Promise<void> {
    if (this.#held.get(name) !== lost) return;
    const client = await this.#connection();
    const parameters = [LOCK_CLASS, lockOf(name)];
    // A connection that cannot say so any more has ended, and the lock with it.
    await client.query('SELECT pg_advisory_unlock($1, $2)', parameters).catch(() => this.#lose(client));
    this.#forget(name, lost);
  }

  #forget(name: string, lost: AbortController): void {
    if (this.#held.get(name) === lost) this.#held.delete(name);
  }

  /** Everything that was held on a connection that cannot be relied on. */
  #lose(client: PoolClient): void {
    if (this.#connecting === undefined) return;
    this.#connecting = undefined;
    const lost = [...this.#held.values()];
    this.#held.clear();
    client.release(true);
    for (const lease of lost) lease.abort();
  }
}

/** A lock has a number of 32 bits with a sign. */
function lockOf(name: string): number {
  return urnHash(name) | 0;
}
