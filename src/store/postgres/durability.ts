import type { Pool, PoolClient } from 'pg';
import { queryable, type Queryable } from './connection.ts';
import { readingFrom } from './reading.ts';

// Every transaction that writes updates the row of the state, so its transaction number identifies what is committed; the
// id distinguishes it from that of another server. The message is written to the write-ahead log only, and its commit
// waits for the disk and for synchronous replicas, and so for all commits before it. A replica shows only what its
// primary has on disk.
const SETTLE = `SELECT state.mark,
  CASE WHEN state.mark IS DISTINCT FROM $1 AND NOT pg_is_in_recovery()
    THEN pg_logical_emit_message(true, 'colophon', '') END,
  CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END
  FROM (SELECT concat(xmin, ' ', last_commit) AS mark FROM colophon_state) state`;

/**
 * Waits until committed transactions survive a crash of the server. Transactions commit without waiting for the disk, so
 * that others need not wait with them for the lock.
 */
export class Durability {
  /** The last committed state that is known to be on disk. */
  #known: string | undefined;

  /**
   * Resolves when everything that was committed before the call is on disk. Proves this for what was read before on the same
   * connection: on another one the server may have restarted in between, without its last commits.
   */
  async settle(client: PoolClient): Promise<void> {
    const [row] = await queryable(client).query(SETTLE, [this.#known ?? null]);
    const mark = row?.['mark'];
    if (typeof mark === 'string') this.#known = mark;
  }

  /** Reads as `readingFrom`, and returns only what is on disk. */
  readingFrom(pool: Pool, shown: string): Queryable {
    const query: Queryable['query'] = async (text, values) => {
      const client = await pool.connect();
      let isClean = false;
      try {
        const rows = await queryable(client).query(text, values);
        await this.settle(client);
        isClean = true;
        return rows;
      } finally {
        client.release(!isClean);
      }
    };
    return readingFrom({ query }, shown);
  }
}
