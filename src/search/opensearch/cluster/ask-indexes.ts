import { readAnswer } from '../query/answer.ts';
import type { Ask } from '../query/answer.ts';
import type { Connection } from './connection.ts';

/** Searches indexes or aliases as they are. */
export function askIndexes(connection: Connection, path: string): Ask {
  return async (body) =>
    readAnswer(
      await connection.ask({
        method: 'POST',
        path: `/${path}/_search`,
        // A partial result would be wrong: counts must be exact.
        query: { allow_partial_search_results: false },
        body,
      }),
    );
}
