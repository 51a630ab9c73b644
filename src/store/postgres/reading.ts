import type { Queryable } from './connection.ts';
import { isPassing, storeFailure } from './failures.ts';

/**
 * The same for readers: a statement that failed with its connection is asked once more, on another one, and what cannot
 * be read then is UNAVAILABLE.
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
