import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError, messageOf } from '../../errors.ts';
import { urnHash } from '../rows/urn-hash.ts';
import type { Lease, Leases } from '../leases.ts';
import { queryable } from './connection.ts';
import { storeFailure } from './failures.ts';

/** Lock class of Colophon, to avoid collisions with other programs in the same database. */
const LOCK_CLASS = 0x636f6c6f;
/** Heartbeat interval (ms) on the lease connection, to detect that it is dead. */
const HEARTBEAT = 1_000;
/**
 * Time (ms) without a heartbeat after which the database ends the session and frees its leases: the process is
 * disconnected or stopped.
 */
const SILENCE = 10_000;
// Servers before version 14 lack this setting; they free the leases once they notice that the connection is dead.
const LIMIT_SILENCE = `SELECT set_config(name, '${SILENCE}', false) FROM pg_settings WHERE name = 'idle_session_timeout'`;

/**
 * Leases as session-level advisory locks on a dedicated connection. The database frees them when the connection
 * ends or stays silent for 10 s (PostgreSQL 14 or newer), so that another process can take over. When the
 * connection is lost, so are all its leases.
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
   * `pool` must have exactly one connection, without idle timeout and with a query timeout. `shown` names the database
   * in messages. `whenSilent` is called when a heartbeat exceeds the query timeout.
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
        this.#remove(name, lost);
        return undefined;
      }
      return { lost: lost.signal, [Symbol.asyncDispose]: () => this.#release(name, lost) };
    } catch (error) {
      this.#remove(name, lost);
      // After a timeout the lock may still be granted, without an owner: drop the connection.
      if (this.#client !== undefined) this.#lose(this.#client);
      throw storeFailure(error, 'Acquiring a lease', this.#shown);
    }
  }

  /** Releases all leases and closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#connecting?.catch(() => undefined);
    if (client !== undefined) this.#lose(client);
    await this.#pool.end();
  }

  async #connection(): Promise<PoolClient> {
    if (this.#isClosed)
      throw new CatalogError('UNAVAILABLE', 'The store is closed: this server is shutting down.');
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

  /** Sends heartbeats until the connection is dropped; does not keep the process alive. */
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
    // If unlocking fails, dropping the connection frees the lock.
    await this.#ask(client, unlock, name).catch(() => this.#lose(client));
    this.#remove(name, lost);
  }

  /** Runs queries one at a time. With a `name`, the parameters are the lock of that lease. */
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

  #remove(name: string, lost: AbortController): void {
    if (this.#held.get(name) === lost) this.#held.delete(name);
  }

  /** Drops a connection that may be dead, and with it all leases. */
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

/** Advisory lock keys are signed 32-bit integers. */
function lockOf(name: string): number {
  return urnHash(name) | 0;
}
