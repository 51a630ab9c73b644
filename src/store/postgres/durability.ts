import type { Pool, PoolClient } from 'pg';
import { queryable, type Queryable } from './connection.ts';
import { readingFrom } from './reading.ts';

// Each transaction that writes updates the state row, so its transaction number identifies the committed state; the id
// distinguishes servers. The message is written to the write-ahead log only; its commit waits for the disk and for
// synchronous replicas, and so for all earlier commits. A replica shows only what its primary has on disk.
const SETTLE = `SELECT state.mark,
  CASE WHEN state.mark IS DISTINCT FROM $1 AND NOT pg_is_in_recovery()
    THEN pg_logical_emit_message(true, 'colophon', '') END,
  CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END
  FROM (SELECT concat(xmin, ' ', last_commit) AS mark FROM colophon_state) state`;

/**
 * Waits until committed transactions survive a crash of the server. Transactions commit without waiting for the disk, so
 * that they hold the lock only briefly.
 */
export class Durability {
  /** The last committed state known to be on disk. */
  #known: string | undefined;

  /**
   * Resolves when everything committed before the call is on disk. Covers what was read before on the same connection only:
   * another connection may be to a restarted server that lost its last commits.
   */
  async settle(client: PoolClient): Promise<void> {
    const [row] = await queryable(client).query(SETTLE, [this.#known ?? null]);
    const mark = row?.['mark'];
    if (typeof mark === 'string') this.#known = mark;
  }

  /** Reads as `readingFrom`, but returns only what is on disk. */
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
