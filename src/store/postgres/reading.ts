import type { Queryable } from './connection.ts';
import { isPassing, storeFailure } from './failures.ts';

/**
 * Wraps a pool for reads: a statement that failed for a transient reason, such as a lost connection, is retried once on
 * another connection. Rejects with UNAVAILABLE.
 */
export function readingFrom(database: Queryable, shown: string): Queryable {
  return {
    query: async (text, values) => {
      try {
        return await database.query(text, values).catch((error: unknown) => {
          if (!isPassing(error)) throw error;
          return database.query(text, values);
        });
      } catch (error) {
        throw storeFailure(error, 'Reading', shown);
      }
    },
  };
}
