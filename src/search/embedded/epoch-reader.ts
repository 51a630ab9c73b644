import type { Urn } from '../../model/urn.ts';
import { decodeCursor, digestOf, encodeCursor, isRanked, scrollExpired } from '../cursor.ts';
import type { Cursor } from '../cursor.ts';
import type {
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  SearchReader,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from '../search-index.ts';
import type { Epoch } from './epoch.ts';
import type { Pins } from './pins.ts';
import { AnswerTime } from './query/answer-time.ts';
import type { AnswerLimit } from './query/answer-time.ts';
import { countFacet } from './query/facets/facet.ts';
import { matchEpoch, totalOf } from './query/match.ts';
import { spreadOf } from './query/facets/spread.ts';
import { countPairFacet } from './query/facets/pair-facet.ts';
import { readValues } from './query/read-values.ts';
import { findPage } from './query/search.ts';
import { withScratch } from './sets/scratch.ts';

/** What reads of an index need. */
export interface EpochReaderParts {
  /** The current state. */
  readonly epoch: () => Epoch;
  readonly pins: Pins;
  readonly answerLimit: AnswerLimit;
  /** Part of cursors; distinguishes those of this opening from others. */
  readonly opening: number;
  /** Whether other processes have indexes of the same catalog, whose cursors are accepted. */
  readonly hasSiblings: boolean;
  /** The state that a ranked scroll of another thread has kept; undefined: none has. */
  readonly keptElsewhere: (opening: number, number: number) => Promise<Epoch | undefined>;
}

/** Separates the opening and the epoch number in a cursor's state. */
const STATE_SEPARATOR = '.';

/**
 * Reads of an index inside this process. Each query runs synchronously on one epoch and blocks the event loop; TIMEOUT when
 * it exceeds `answerLimit`.
 */
export class EpochReader implements Pick<
  SearchReader,
  'search' | 'aggregate' | 'spread' | 'count' | 'values'
> {
  readonly #parts: EpochReaderParts;

  constructor(parts: EpochReaderParts) {
    this.#parts = parts;
  }

  async search(request: PageRequest & VisibleQuery): Promise<Page> {
    const isScroll = request.after !== undefined || request.keepAliveMs !== undefined;
    const digest = isScroll ? digestOf(request) : '';
    const after = request.after === undefined ? undefined : decodeCursor(request.after, digest);
    const epoch = this.#epochFor(request, after) ?? (await this.#keptElsewhere(after));
    return this.#answer((time) => {
      const { total, hits, end } = findPage(epoch, request, after, time);
      if (end === undefined || request.keepAliveMs === undefined) return { total, hits };
      const next = isRanked(request) ? this.#pinned(end, epoch, request.keepAliveMs) : end;
      return { total, hits, next: encodeCursor(next, digest) };
    });
  }

  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]> {
    return this.#answer((time) => {
      const matches = matchEpoch(this.#parts.epoch(), query, time);
      return facets.map(({ fields, size }) => {
        time.check();
        return fields.length === 1
          ? countFacet(matches, fields[0], size)
          : countPairFacet(matches, fields, size);
      });
    });
  }

  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]> {
    return this.#answer((time) => {
      const matches = matchEpoch(this.#parts.epoch(), query, time);
      return requests.map((request) => spreadOf(matches, request));
    });
  }

  count(query: VisibleQuery): Promise<number> {
    return this.#answer((time) => totalOf(matchEpoch(this.#parts.epoch(), query, time)));
  }

  values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>> {
    return Promise.resolve().then(() => readValues(this.#parts.epoch(), urns, field));
  }

  /** Runs a query within its time limit and with scratch memory; rejects with what it throws. */
  #answer<T>(question: (time: AnswerTime) => T): Promise<T> {
    return Promise.resolve().then(() => withScratch(() => question(new AnswerTime(this.#parts.answerLimit))));
  }

  /** The state for a page; undefined when this thread has not kept the one of its scroll. */
  #epochFor(request: PageRequest, after: Cursor | undefined): Epoch | undefined {
    const { hasSiblings, epoch, pins, opening } = this.#parts;
    if (after === undefined || !isRanked(request)) return epoch();
    const [ofOpening, number] = stateOf(after);
    if (hasSiblings && number !== undefined && ofOpening !== String(opening)) return epoch();
    return ofOpening === String(opening) ? pins.find(Number(number)) : undefined;
  }

  async #keptElsewhere(after: Cursor | undefined): Promise<Epoch> {
    const { keptElsewhere, opening } = this.#parts;
    const [ofOpening, number] = after === undefined ? [] : stateOf(after);
    const isOurs = ofOpening === String(opening);
    const kept = isOurs ? await keptElsewhere(opening, Number(number)) : undefined;
    if (kept === undefined) throw scrollExpired();
    return kept;
  }

  #pinned(end: Cursor, epoch: Epoch, keepAliveMs: number): Cursor {
    const { pins, opening } = this.#parts;
    pins.pin(epoch, keepAliveMs);
    return { ...end, state: `${opening}${STATE_SEPARATOR}${epoch.number}` };
  }
}

/** Opening and number of the state that a ranked scroll reads. */
function stateOf({ state }: Cursor): readonly (string | undefined)[] {
  return state?.split(STATE_SEPARATOR) ?? [];
}
