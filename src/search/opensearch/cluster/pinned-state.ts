import { invalidRequest } from '../../../errors.ts';
import { scrollExpired } from '../../cursor.ts';
import { readAnswer } from '../query/answer.ts';
import type { Ask } from '../query/answer.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';

/** The engine keeps a state for at most a day. */
const LONGEST_MS = 86_400_000;

/** Keeps the present state of indexes for a while (a point in time of the engine) and answers its name. */
export async function pin(connection: Connection, path: string, keepAliveMs: number): Promise<string> {
  const answer = await connection.ask({
    method: 'POST',
    path: `/${path}/_search/point_in_time`,
    query: { keep_alive: durationOf(keepAliveMs), allow_partial_pit_creation: false },
  });
  const state = answer['pit_id'];
  if (typeof state !== 'string') throw new TypeError('OpenSearch answered no name of the state.');
  return state;
}

/** Asks a kept state, which is then kept for longer; it may have expired, and its name may come from a client. */
export function askPinned(connection: Connection, state: string, keepAliveMs: number): Ask {
  return async (body) => {
    const pit = { id: state, keep_alive: durationOf(keepAliveMs) };
    try {
      return readAnswer(
        await connection.ask({
          method: 'POST',
          path: '/_search',
          query: { allow_partial_search_results: false },
          body: { ...body, pit },
        }),
      );
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      if (error.status === 404) throw scrollExpired();
      if (error.status === 400 && /\bid\b|pit/i.test(error.message)) {
        throw invalidRequest('Invalid scroll id: its state is unknown; start the scroll again without one');
      }
      throw error;
    }
  };
}

/** Lets go of a state; one that cannot be reached expires by itself. */
export async function unpin(connection: Connection, state: string): Promise<void> {
  try {
    await connection.ask({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [state] } });
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
  }
}

function durationOf(ms: number): string {
  return `${Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms)))}ms`;
}
