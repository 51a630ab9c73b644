import type { Pool } from 'pg';
import { queryable, type Queryable } from '../connection.ts';
import { endIn, isSameEnd, type LogEnd } from '../log-end.ts';

/**
 * Reads outside a transaction of this process that holds the lock, on connections that show the log with one of these ends: without or with
 * that transaction. Rejects on any other end, such as that of a replaced server, and when readers use all connections.
 */
export function readingAhead(pool: Pool, ends: readonly LogEnd[]): Queryable {
  return {
    query: async (text, values) => {
      const { idleCount, options, totalCount } = pool;
      // Does not wait for readers: without these connections, the group is decided under the lock.
      if (idleCount === 0 && totalCount >= options.max) throw new Error('All connections are in use.');
      const client = await pool.connect();
      let isClean = false;
      try {
        const database = queryable(client);
        const [row = {}] = await database.query('SELECT last_sequence, last_commit FROM colophon_state');
        const shown = endIn(row);
        if (!ends.some((end) => isSameEnd(end, shown))) throw new Error('The log has an unexpected end.');
        const rows = await database.query(text, values);
        isClean = true;
        return rows;
      } finally {
        client.release(!isClean);
      }
    },
  };
}
