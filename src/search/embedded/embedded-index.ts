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
  SearchIndex,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from '../search-index.ts';
import type { CurrentState } from './current-state.ts';
import type { Epoch } from './epoch.ts';
import type { Merger } from './merge/merger.ts';
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
import type { Snapshots } from './snapshot/snapshots.ts';

/** Parts of an index, assembled by `openEmbeddedIndex`. */
export interface EmbeddedParts {
  readonly state: CurrentState;
  readonly merger: Merger;
  readonly pins: Pins;
  /** Undefined for an index in memory only. */
  readonly snapshots: Snapshots | undefined;
  readonly position: Sequence;
  readonly mark: CommitMark | undefined;
  readonly answerLimit: AnswerLimit;
  /** Part of cursors; distinguishes those of this opening from others. */
  readonly opening: number;
  /** Whether other processes have indexes of the same catalog, whose cursors are accepted. */
  readonly hasSiblings: boolean;
}

/** Separates the opening and the epoch number in a cursor's state. */
const STATE_SEPARATOR = '.';

/**
 * The search index inside this process. Each query runs synchronously on one epoch and blocks the event loop;
 * TIMEOUT when it exceeds `answerLimit`.
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

  look(): Promise<void> {
    return Promise.resolve();
  }

  isWhole(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Does nothing: damage is detected, and the index reset, when it is opened. */
  startOver(): Promise<void> {
    return Promise.resolve();
  }

  async apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    const { state, merger, pins } = this.#parts;
    await state.apply(changes);
    this.#position = Math.max(this.#position, sequence);
    if (id !== undefined && sequence === this.#position) this.#mark = { sequence, id };
    pins.dropExpired();
    await merger.relieve();
  }

  visible(_sequence: Sequence): Promise<void> {
    return Promise.resolve();
  }

  search(request: PageRequest & VisibleQuery): Promise<Page> {
    return this.#answer((time) => this.#search(request, time));
  }

  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]> {
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

  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]> {
    return this.#answer((time) => {
      const matches = matchEpoch(this.#parts.state.epoch(), query, time);
      return requests.map((request) => spreadOf(matches, request));
    });
  }

  count(query: VisibleQuery): Promise<number> {
    return this.#answer((time) => totalOf(matchEpoch(this.#parts.state.epoch(), query, time)));
  }

  values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>> {
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

  /** Resolves when all merges and writes are done; for tests and benchmarks. */
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

  /** Runs a query within its time limit and with scratch memory; rejects with what it throws. */
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
