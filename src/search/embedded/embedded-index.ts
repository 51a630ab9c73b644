import type { Scope } from '../../model/scope.ts';
import type { CommitMark, Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { decodeCursor, digestOf, encodeCursor, isRanked, scrollExpired } from '../cursor.ts';
import type { Cursor } from '../cursor.ts';
import type {
  DocumentChange,
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  Query,
  SearchIndex,
  Spread,
  SpreadRequest,
} from '../search-index.ts';
import type { CurrentState } from './current-state.ts';
import type { Epoch } from './epoch.ts';
import type { Merger } from './merge/merger.ts';
import type { Pins } from './pins.ts';
import { AnswerTime } from './query/answer-time.ts';
import type { AnswerLimit } from './query/answer-time.ts';
import { countFacet } from './query/facet.ts';
import { matchEpoch, totalOf } from './query/match.ts';
import { spreadOf } from './query/spread.ts';
import { countPairFacet } from './query/pair-facet.ts';
import { readValues } from './query/read-values.ts';
import { findPage } from './query/search.ts';
import { withScratch } from './sets/scratch.ts';
import type { Snapshots } from './snapshot/snapshots.ts';

/** The parts of an index; `openEmbeddedIndex` puts them together. */
export interface EmbeddedParts {
  readonly state: CurrentState;
  readonly merger: Merger;
  readonly pins: Pins;
  /** Absent when the index lives in memory only. */
  readonly snapshots: Snapshots | undefined;
  readonly position: Sequence;
  readonly mark: CommitMark | undefined;
  readonly answerLimit: AnswerLimit;
  /** Tells the cursors of this opening from those of an earlier one. */
  readonly opening: number;
  /** Whether cursors of other openings may be of an index of the same catalog, in another process. */
  readonly hasSiblings: boolean;
}

/** Between the opening of the index and the number of its epoch. */
const STATE_SEPARATOR = '.';

/**
 * The search index inside this process. Every question is answered from one epoch, without waiting; one that takes too long
 * is TIMEOUT.
 */
export class EmbeddedIndex implements SearchIndex {
  readonly isImmediate = true;
  readonly isShared = false;
  readonly #parts: EmbeddedParts;
  #position: Sequence;
  #mark: CommitMark | undefined;
  #isClosed = false;

  constructor(parts: EmbeddedParts) {
    this.#parts = parts;
    this.#position = parts.position;
    this.#mark = parts.mark;
  }

  position(): Sequence {
    return this.#position;
  }

  mark(): CommitMark | undefined {
    return this.#mark;
  }

  /** Nobody else writes it. */
  look(): Promise<void> {
    return Promise.resolve();
  }

  isWhole(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Never needed: what is missing is found out when the index is opened. */
  startOver(): Promise<void> {
    return Promise.resolve();
  }

  async apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    const { state, merger, pins } = this.#parts;
    state.apply(changes);
    this.#position = Math.max(this.#position, sequence);
    if (id !== undefined && sequence === this.#position) this.#mark = { sequence, id };
    pins.dropExpired();
    await merger.relieve();
  }

  /** Whatever is applied is found at once. */
  visible(_sequence: Sequence): Promise<void> {
    return Promise.resolve();
  }

  search(request: PageRequest, _scope: Scope): Promise<Page> {
    return this.#answer((time) => this.#search(request, time));
  }

  aggregate(query: Query, facets: readonly FacetRequest[], _scope: Scope): Promise<readonly Facet[]> {
    return this.#answer((time) => {
      const matches = matchEpoch(this.#parts.state.epoch(), query, time);
      return facets.map(({ fields, size }) => {
        time.check();
        return fields.length === 1
          ? countFacet(matches, fields[0], size)
          : countPairFacet(matches, fields, size);
      });
    });
  }

  spread(
    query: Query,
    requests: readonly SpreadRequest[],
    _scope: Scope,
  ): Promise<readonly (Spread | undefined)[]> {
    return this.#answer((time) => {
      const matches = matchEpoch(this.#parts.state.epoch(), query, time);
      return requests.map((request) => spreadOf(matches, request));
    });
  }

  count(query: Query, _scope: Scope): Promise<number> {
    return this.#answer((time) => totalOf(matchEpoch(this.#parts.state.epoch(), query, time)));
  }

  values(urns: readonly Urn[], field: string, _scope: Scope): Promise<ReadonlyMap<Urn, FieldValues>> {
    return Promise.resolve().then(() => readValues(this.#parts.state.epoch(), urns, field));
  }

  async flush(): Promise<void> {
    const { state, snapshots } = this.#parts;
    await snapshots?.write(() => {
      state.freeze();
      return { segments: state.segments, position: this.#position, mark: this.#mark };
    });
  }

  /** Documents of each segment, deleted ones included. */
  segmentSizes(): number[] {
    return this.#parts.state.segments.map(({ segment }) => segment.size);
  }

  /** Resolves when nothing is left to merge and nothing is being written; for tests and measurements. */
  async settle(): Promise<void> {
    await this.#parts.merger.settle();
    await this.#parts.snapshots?.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#parts.merger.stop();
    await this.flush();
  }

  /** Answers at once; what is thrown meanwhile rejects the promise. */
  #answer<T>(question: (time: AnswerTime) => T): Promise<T> {
    return Promise.resolve().then(() => withScratch(() => question(new AnswerTime(this.#parts.answerLimit))));
  }

  #search(request: PageRequest, time: AnswerTime): Page {
    const isScroll = request.after !== undefined || request.keepAliveMs !== undefined;
    const digest = isScroll ? digestOf(request) : '';
    const after = request.after === undefined ? undefined : decodeCursor(request.after, digest);
    const epoch = this.#epochFor(request, after);
    const { total, hits, end } = findPage(epoch, request, after, time);
    if (end === undefined || request.keepAliveMs === undefined) return { total, hits };
    const next = isRanked(request) ? this.#pinned(end, epoch, request.keepAliveMs) : end;
    return { total, hits, next: encodeCursor(next, digest) };
  }

  #epochFor(request: PageRequest, after: Cursor | undefined): Epoch {
    const { hasSiblings, state, pins, opening } = this.#parts;
    if (after === undefined || !isRanked(request)) return state.epoch();
    const [ofOpening, number] = after.state?.split(STATE_SEPARATOR) ?? [];
    if (hasSiblings && number !== undefined && ofOpening !== String(opening)) return state.epoch();
    const epoch = ofOpening === String(opening) ? pins.find(Number(number)) : undefined;
    if (epoch === undefined) throw scrollExpired();
    return epoch;
  }

  #pinned(end: Cursor, epoch: Epoch, keepAliveMs: number): Cursor {
    const { pins, opening } = this.#parts;
    pins.pin(epoch, keepAliveMs);
    return { ...end, state: `${opening}${STATE_SEPARATOR}${epoch.number}` };
  }
}
