import { invalidRequest } from '../../../errors.ts';
import { scrollExpired } from '../../cursor.ts';
import { readAnswer } from '../query/answer.ts';
import type { Ask } from '../query/answer.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';

/** The engine keeps a state for at most a day. */
const LONGEST_MS = 86_400_000;

/**
 * States of indexes that ranked scrolls still need (points in time of the engine), by name. A node keeps a few hundred of them:
 * when it takes no more, the one of this process that was read least recently goes first, and whose scroll it was begins again.
 */
export class PinnedStates {
  readonly #connection: Connection;
  /** Names, the one that was read least recently first, with the time (ms of the clock) when each expires by itself. */
  readonly #expiry = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Keeps the present state for a while and answers its name; undefined when the engine keeps too many for others. */
  async pin(path: string, keepAliveMs: number): Promise<string | undefined> {
    for (;;) {
      try {
        const state = await this.#pin(path, keepAliveMs);
        this.#touch(state, keepAliveMs);
        return state;
      } catch (error) {
        if (!isFull(error)) throw error;
        const [oldest] = this.#expiry.keys();
        if (oldest === undefined) return undefined;
        await this.unpin(oldest);
      }
    }
  }

  /** Asks a kept state, which is then kept for longer; it may have expired, and its name may come from a client. */
  ask(state: string, keepAliveMs: number): Ask {
    return async (body) => {
      const pit = { id: state, keep_alive: durationOf(keepAliveMs) };
      try {
        const answer = await this.#connection.ask({
          method: 'POST',
          path: '/_search',
          query: { allow_partial_search_results: false },
          body: { ...body, pit },
        });
        this.#touch(state, keepAliveMs);
        return readAnswer(answer);
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        if (error.status === 404) {
          this.#expiry.delete(state);
          throw scrollExpired();
        }
        if (error.status === 400 && /\bid\b|pit/i.test(error.message)) {
          throw invalidRequest('Invalid scroll id: its state is unknown; start the scroll again without one');
        }
        throw error;
      }
    };
  }

  /** Lets go of a state; one that cannot be reached expires by itself. */
  async unpin(state: string): Promise<void> {
    this.#expiry.delete(state);
    try {
      const body = { pit_id: [state] };
      await this.#connection.ask({ method: 'DELETE', path: '/_search/point_in_time', body });
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
    }
  }

  async #pin(path: string, keepAliveMs: number): Promise<string> {
    const answer = await this.#connection.ask({
      method: 'POST',
      path: `/${path}/_search/point_in_time`,
      query: { keep_alive: durationOf(keepAliveMs), allow_partial_pit_creation: false },
    });
    const state = answer['pit_id'];
    if (typeof state !== 'string') throw new TypeError('OpenSearch answered no name of the state.');
    return state;
  }

  #touch(state: string, keepAliveMs: number): void {
    const now = performance.now();
    this.#expiry.delete(state);
    this.#expiry.set(state, now + Math.min(keepAliveMs, LONGEST_MS));
    for (const [other, expiry] of this.#expiry) if (expiry < now) this.#expiry.delete(other);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof EngineFailure && /too many Point In Time/i.test(error.message);
}

function durationOf(ms: number): string {
  return `${Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms)))}ms`;
}
