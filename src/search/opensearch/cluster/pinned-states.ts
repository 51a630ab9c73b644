import { invalidRequest, type CatalogError } from '../../../errors.ts';
import { scrollExpired } from '../../cursor.ts';
import type { Ask } from '../query/answer.ts';
import { askAll, howTo } from './ask-indexes.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';
import type { Target } from './generation.ts';
import { because } from '../../../refusals.ts';

/** OpenSearch keeps a point in time for at most a day. */
const LONGEST_MS = 86_400_000;
/** Share of this process's PITs that is dropped at once, so that not each new PIT takes two extra requests. */
const SHARE_TO_DROP = 0.1;

/**
 * OpenSearch points in time (PITs) that ranked scrolls of this process read. A node keeps a few hundred of them. When
 * it rejects a new one, the least recently read ones of this process are deleted, and their scrolls expire.
 */
export class PinnedStates {
  readonly #connection: Connection;
  /** Expiry by state, in ms of `performance.now`; least recently read first. */
  readonly #expiry = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates a PIT and returns its state: the view of the target and the engine's id. Undefined when PITs of other
   * processes use up the limit.
   */
  async pin({ path, view }: Pick<Target, 'path' | 'view'>, keepAliveMs: number): Promise<string | undefined> {
    for (;;) {
      try {
        const state = `${view}.${await this.#pin(path, keepAliveMs)}`;
        this.#touch(state, keepAliveMs);
        return state;
      } catch (error) {
        if (!isFull(error)) throw error;
        const oldest = [...this.#expiry.keys()].slice(0, Math.ceil(this.#expiry.size * SHARE_TO_DROP));
        if (oldest.length === 0) return undefined;
        await this.unpin(...oldest);
      }
    }
  }

  /**
   * Searches a PIT of a view and extends its keep-alive. `state` may come from a client: INVALID_REQUEST when it has
   * expired, is malformed, or belongs to another view, whose documents may have other columns.
   */
  ask(state: string, view: string, keepAliveMs: number): Ask {
    if (!/^\d+(?:-\d+)?\./.test(state)) throw stateUnknown();
    if (!isOfView(state, view)) throw scrollExpired();
    return async (searches, scored) => {
      const pit = { id: idIn(state), keep_alive: durationOf(keepAliveMs) };
      try {
        const pinned = searches.map((body) => ({ ...body, pit }));
        const answers = await askAll(this.#connection, '', pinned, howTo(scored));
        this.#touch(state, keepAliveMs);
        return answers;
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        if (error.status === 404) {
          this.#expiry.delete(state);
          throw scrollExpired();
        }
        if (error.status === 400 && /\bid\b|pit/i.test(error.message)) {
          throw stateUnknown();
        }
        throw error;
      }
    };
  }

  /** Deletes PITs. Ignores failures, because PITs expire anyway. */
  async unpin(...states: readonly string[]): Promise<void> {
    for (const state of states) this.#expiry.delete(state);
    try {
      const body = { pit_id: states.map(idIn) };
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
    if (typeof state !== 'string') throw new TypeError('OpenSearch returned no pit_id.');
    return state;
  }

  #touch(state: string, keepAliveMs: number): void {
    const now = performance.now();
    this.#expiry.delete(state);
    this.#expiry.set(state, now + Math.min(keepAliveMs, LONGEST_MS));
    for (const [other, expiry] of this.#expiry) if (expiry < now) this.#expiry.delete(other);
  }
}

/** Whether a state, which may come from a client, belongs to this view (`Target.view`). */
export function isOfView(state: string, view: string): boolean {
  return state.startsWith(`${view}.`);
}

function idIn(state: string): string {
  return state.slice(state.indexOf('.') + 1);
}

function stateUnknown(): CatalogError {
  return invalidRequest(
    'Invalid scroll id: its state is unknown; start the scroll again without one',
    undefined,
    because('CURSOR_INVALID'),
  );
}

function isFull(error: unknown): boolean {
  return error instanceof EngineFailure && /too many Point In Time/i.test(error.message);
}

function durationOf(ms: number): string {
  return `${Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms)))}ms`;
}
