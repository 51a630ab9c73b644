import { hash53 } from '../../../util/fingerprint.ts';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { readAnswer, type Answer, type Ask, type SearchBody } from '../query/answer.ts';
import type { Connection } from './connection.ts';
import { failureFor, reasonOf } from './failure.ts';

/** A partial result would be wrong: counts must be exact. */
const WHOLE = { allow_partial_search_results: false };

type SearchParameters = Readonly<Record<string, string | boolean>>;

/** Parameters of a search, for `scored` of `Ask`. */
export function howTo(scored: string | undefined): SearchParameters {
  // With a single shard this is the ordinary search.
  return scored === undefined ? WHOLE : { ...WHOLE, search_type: 'dfs_query_then_fetch' };
}

/** Searches indexes or aliases directly. */
export function askIndexes(connection: Connection, path: string): Ask {
  return (searches, scored) => {
    const copies = scored === undefined ? {} : { preference: `copies-${hash53(scored).toString(36)}` };
    return askAll(connection, path, searches, { ...howTo(scored), ...copies });
  };
}

/**
 * Sends searches of these indexes or, without a path, of those named in the bodies. Several searches take one request.
 */
export async function askAll(
  connection: Connection,
  path: string,
  searches: readonly SearchBody[],
  how: SearchParameters,
): Promise<readonly Answer[]> {
  const [body] = searches;
  if (searches.length === 1 && body !== undefined) {
    const indexes = path === '' ? '' : `/${path}`;
    return [
      readAnswer(await connection.ask({ method: 'POST', path: `${indexes}/_search`, query: how, body })),
    ];
  }
  const header: JsonObject = path === '' ? how : { ...how, index: path.split(',') };
  const lines = searches.flatMap((search) => [JSON.stringify(header), JSON.stringify(search)]);
  const { responses } = await connection.ask({ method: 'POST', path: '/_msearch', lines });
  return (Array.isArray(responses) ? responses : []).map((response) => {
    if (!isJsonObject(response))
      throw new TypeError('OpenSearch returned a search response without content.');
    const { error, status } = response;
    if (error === undefined) return readAnswer(response);
    throw failureFor(typeof status === 'number' ? status : 0, reasonOf(response), connection.host);
  });
}
