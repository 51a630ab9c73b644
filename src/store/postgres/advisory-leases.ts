import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError, messageOf } from '../../errors.ts';
import { urnHash } from '../audit-rows.ts';
import type { Lease, Leases } from '../leases.ts';
import { queryable } from './connection.ts';
import { storeFailure } from './failures.ts';

/** Tells our locks from those of other programs in the same database. */
const LOCK_CLASS = 0x636f6c6f;
/** How often (ms) the connection is tried, so that one that is gone is noticed. */
const HEARTBEAT = 1_000;
/** How long (ms) the database lets a process keep its leases that says nothing: it is cut off, or has been stopped. */
const SILENCE = 10_000;
// Servers before version 14 have no such limit; they notice when the connection is gone.
const LIMIT_SILENCE = `SELECT set_config(name, '${SILENCE}', false) FROM pg_settings WHERE name = 'idle_session_timeout'`;

/**
 * Leases by locks of a session, on a connection of their own: the database frees them when the connection ends, or when
 * it has heard nothing for a while, so that another process can go on. All leases of a connection that is gone are lost.
 */
export class AdvisoryLeases implements Leases {
  readonly #pool: Pool;
  readonly #shown: string;
  readonly #whenSilent: () => void;
  readonly #held = new Map<string, AbortController>();
  #connecting: Promise<PoolClient> | undefined;
  #client: PoolClient | undefined;
  #asking: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * `pool` has room for one connection that is kept, and a limit of time for each query; `shown` names the database in
   * messages; `whenSilent` is told when the database has not answered within that limit.
   */
  constructor(pool: Pool, shown: string, whenSilent: () => void) {
    this.#pool = pool;
    this.#shown = shown;
    this.#whenSilent = whenSilent;
  }

  async acquire(name: string): Promise<Lease | undefined> {
    if (this.#held.has(name)) return undefined;
    const lost = new AbortController();
    this.#held.set(name, lost);
    try {
      const client = await this.#connection();
      const [row] = await this.#ask(client, 'SELECT pg_try_advisory_lock($1, $2) AS is_held', name);
      if (row?.['is_held'] !== true) {
        this.#forget(name, lost);
        return undefined;
      }
      return { lost: lost.signal, [Symbol.asyncDispose]: () => this.#release(name, lost) };
    } catch (error) {
      this.#forget(name, lost);
      // The lock may be given to a connection whose answer nobody waits for any more, and would then be nobody's.
      if (this.#client !== undefined) this.#lose(this.#client);
      throw storeFailure(error, 'Asking for a lease', this.#shown);
    }
  }

  /** Gives up every lease and closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#connecting?.catch(() => undefined);
    if (client !== undefined) this.#lose(client);
    await this.#pool.end();
  }

  async #connection(): Promise<PoolClient> {
    if (this.#isClosed) throw new CatalogError('UNAVAILABLE', 'The store is closed: this server ends.');
    this.#connecting ??= this.#connect().then(
      (client) => {
        this.#client = client;
        client.on('error', () => this.#lose(client));
        client.on('end', () => this.#lose(client));
        void this.#beat(client);
        return client;
      },
      (error: unknown) => {
        this.#connecting = undefined;
        throw error;
      },
    );
    return this.#connecting;
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.#pool.connect();
    try {
      await client.query(LIMIT_SILENCE);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Asks as long as the connection is relied on; a process that ends does not wait for it. */
  async #beat(client: PoolClient): Promise<void> {
    while (this.#client === client) {
      await this.#ask(client, 'SELECT 1').catch((error: unknown) => {
        this.#lose(client);
        if (/timeout/i.test(messageOf(error))) this.#whenSilent();
      });
      await pause(HEARTBEAT, undefined, { ref: false });
    }
  }

  async #release(name: string, lost: AbortController): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#held.get(name) !== lost) return;
    const unlock = 'SELECT pg_advisory_unlock($1, $2)';
    // A connection that cannot say so any more has ended, and the lock with it.
    await this.#ask(client, unlock, name).catch(() => this.#lose(client));
    this.#forget(name, lost);
  }

  /** One question after another: the connection takes no second one meanwhile. `name` is the lease that it is about. */
  #ask(
    client: PoolClient,
    text: string,
    name?: string,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const parameters = name === undefined ? [] : [LOCK_CLASS, lockOf(name)];
    const answer = this.#asking.then(() => queryable(client).query(text, parameters));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  #forget(name: string, lost: AbortController): void {
    if (this.#held.get(name) === lost) this.#held.delete(name);
  }

  /** Everything that was held on a connection that cannot be relied on. */
  #lose(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
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
