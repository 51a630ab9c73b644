import type { Urn } from '../../model/urn.ts';
import { decodeCursor, encodeCursor, isRanked, scrollExpired, type Cursor } from '../cursor.ts';
import type {
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  SearchReader,
  SimilarWordsRequest,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from '../search-index.ts';
import type { Epoch } from './epoch.ts';
import type { Pins } from './pins.ts';
import { AnswerTime, type AnswerLimit } from './query/answer-time.ts';
import { countFacet } from './query/facets/facet.ts';
import { matchEpoch, totalOf } from './query/match.ts';
import { spreadOf } from './query/facets/spread.ts';
import { countPairFacet } from './query/facets/pair-facet.ts';
import { readValues } from './query/read-values.ts';
import { findPage } from './query/search.ts';
import { findSimilarWords } from './query/similar-words.ts';
import { Scratch } from './sets/scratch.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { inSteps, type Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';

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
  /** The state that another thread keeps for a ranked scroll; undefined: none does. */
  readonly keptElsewhere: (opening: number, number: number) => Promise<Epoch | undefined>;
}

/** Separates the opening and the epoch number in a cursor's state. */
const STATE_SEPARATOR = '.';

/**
 * Reads of an index inside this process. Each query runs on one epoch, in steps between which other work runs; TIMEOUT when
 * it needs more than `answerLimit`, not counting other work.
 */
export class EpochReader implements Pick<
  SearchReader,
  'search' | 'aggregate' | 'spread' | 'count' | 'similarWords' | 'values'
> {
  readonly #parts: EpochReaderParts;

  constructor(parts: EpochReaderParts) {
    this.#parts = parts;
  }

  async search(request: PageRequest & VisibleQuery): Promise<Page> {
    const after = request.after === undefined ? undefined : decodeCursor(request.after, request);
    const epoch = this.#epochFor(request, after) ?? (await this.#keptElsewhere(after));
    const { total, hits, end } = await this.#answer((time) => findPage(epoch, request, after, time));
    if (end === undefined || request.keepAliveMs === undefined) return { total, hits };
    const next = isRanked(request) ? this.#pinned(end, epoch, request.keepAliveMs) : end;
    return { total, hits, next: encodeCursor(next, request, after) };
  }

  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]> {
    return this.#answer((time) => countFacets(this.#parts.epoch(), query, facets, time));
  }

  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]> {
    return this.#answer((time) => findSpreads(this.#parts.epoch(), query, requests, time));
  }

  count(query: VisibleQuery): Promise<number> {
    return this.#answer((time) => countMatches(this.#parts.epoch(), query, time));
  }

  similarWords(request: SimilarWordsRequest): Promise<readonly string[]> {
    return this.#answer((time) => findSimilarWords(this.#parts.epoch(), request, time));
  }

  async values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>> {
    await Promise.resolve();
    return inSteps(readValues(this.#parts.epoch(), urns, field));
  }

  /**
   * Answers in steps, with other work in between once a turn was long; within the time limit and with scratch memory. Rejects
   * with what the question throws.
   */
  async #answer<T>(question: (time: AnswerTime) => Steps<T>): Promise<T> {
    await Promise.resolve();
    const time = new AnswerTime(this.#parts.answerLimit);
    using scratch = new Scratch();
    const steps = question(time);
    for (;;) {
      const step = scratch.during(() => steps.next());
      if (step.done === true) return step.value;
      if (!isTurnOver()) continue;
      time.pause();
      await nextTurn();
      time.resume();
    }
  }

  /** The state for a page; undefined when this thread does not keep the state of its scroll. */
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

function* countMatches(epoch: Epoch, query: VisibleQuery, time: AnswerTime): Steps<number> {
  return totalOf(yield* matchEpoch(epoch, query, time));
}

function* countFacets(
  epoch: Epoch,
  query: VisibleQuery,
  facets: readonly FacetRequest[],
  time: AnswerTime,
): Steps<readonly Facet[]> {
  const matches = yield* matchEpoch(epoch, query, time);
  const counted: Facet[] = [];
  for (const { fields, size } of facets) {
    yield;
    time.check();
    counted.push(
      fields.length === 1 ? countFacet(matches, fields[0], size) : countPairFacet(matches, fields, size),
    );
  }
  return counted;
}

function* findSpreads(
  epoch: Epoch,
  query: VisibleQuery,
  requests: readonly SpreadRequest[],
  time: AnswerTime,
): Steps<readonly (Spread | undefined)[]> {
  const matches = yield* matchEpoch(epoch, query, time);
  const found: (Spread | undefined)[] = [];
  for (const request of requests) {
    yield;
    found.push(spreadOf(matches, request));
  }
  return found;
}
