import { CatalogError } from '../../errors.ts';
import type { CommitMark, Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { sharedNextCall } from '../../util/concurrency/shared-next-call.ts';
import { decodeCursor, encodeCursor, isRanked, type Cursor } from '../cursor.ts';
import type { FillProgress } from '../fill-progress.ts';
import type {
  DocumentChange,
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  Query,
  SearchIndex,
  SharedFill,
  SimilarWordsRequest,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from '../search-index.ts';
import { askIndexes } from './cluster/ask-indexes.ts';
import type { Connection } from './cluster/connection.ts';
import { EngineFailure } from './cluster/failure.ts';
import type { GenerationFill } from './cluster/generation-fill.ts';
import type { IndexGeneration, Target } from './cluster/generation.ts';
import { PinnedStates, isOfView } from './cluster/pinned-states.ts';
import { writeChanges } from './cluster/write-changes.ts';
import { amongTypes, type Ask } from './query/answer.ts';
import { countFacets } from './query/count-facets.ts';
import { findOnlyPage, findPage, type FoundPage, type PagePlace } from './query/find-page.ts';
import { countMatches, matchingOf, type Matching } from './query/matching.ts';
import { readValues } from './query/read-values.ts';
import { findSimilarWords } from './query/similar-words.ts';
import { spreadOf } from './query/spread-of.ts';

/** Limits of counting for requests that allow less than exact answers (`mayBound`, `mayEstimate`). */
export interface CountBounds {
  /** Number of matches up to which a total is exact. */
  readonly exactTotals: number;
  /** Values of a facet that each shard returns. */
  readonly facetValues: number;
}

/** Parts of an index, assembled by `OpenSearchSlots`. */
export interface OpenSearchParts {
  /** Closed with the index. */
  readonly connection: Connection;
  readonly generation: IndexGeneration;
  readonly fill: GenerationFill;
  /** Makes changes searchable before `apply` resolves: ten times slower for small changes. */
  readonly isImmediate: boolean;
  /** How long `visible` waits for the writing process. */
  readonly visibleWithinMs: number;
  readonly bounds: CountBounds;
  /** Replaces the generation in use with an empty one. */
  readonly renew: () => Promise<void>;
}

/** Minimum time between two reads of the position while waiting for commits, in ms. */
const LOOKS_APART_MS = 25;
/** Minimum time between two refreshes of this process, in ms: each creates a segment, which the engine must merge. */
const REFRESHES_APART_MS = 50;

/** How far a refresh has made the changes of a generation searchable. */
interface Refreshed {
  readonly generation: number;
  readonly position: Sequence;
  /** `#repeats` at its start. */
  readonly repeats: number;
}

/** The search index in an OpenSearch cluster, shared by several processes. */
export class OpenSearchIndex implements SearchIndex {
  readonly isImmediate: boolean;
  readonly isShared = true;
  readonly sharedFill: SharedFill;
  readonly #connection: Connection;
  readonly #generation: IndexGeneration;
  readonly #pinned: PinnedStates;
  readonly #visibleWithinMs: number;
  readonly #bounds: CountBounds;
  readonly #renew: () => Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  /** Number of the generation that this process has started to write; undefined after a failed write. */
  #begun: number | undefined;
  /** State of this process's last refresh; undefined before it. */
  #refreshed: Refreshed | undefined;
  /** Writes of this process that did not advance the position. */
  #repeats = 0;
  readonly #reloadNext: () => Promise<void>;
  readonly #refreshNext: () => Promise<void>;

  constructor(parts: OpenSearchParts) {
    const { bounds, connection, fill, generation, isImmediate, renew, visibleWithinMs } = parts;
    this.sharedFill = fill;
    this.isImmediate = isImmediate;
    this.#connection = connection;
    this.#generation = generation;
    this.#pinned = new PinnedStates(connection);
    this.#visibleWithinMs = visibleWithinMs;
    this.#bounds = bounds;
    this.#renew = renew;
    this.#reloadNext = sharedNextCall(() => generation.reload(), LOOKS_APART_MS);
    this.#refreshNext = sharedNextCall(() => this.#refresh(), REFRESHES_APART_MS);
  }

  position(): Sequence {
    return this.#generation.state.position;
  }

  mark(): CommitMark | undefined {
    return this.#generation.state.mark;
  }

  async reload(): Promise<void> {
    const { number } = this.#generation;
    await this.#generation.reload();
    if (this.position() === 0 || this.#generation.number !== number) await this.sharedFill.reload();
  }

  isWhole(): Promise<boolean> {
    return this.#generation.isWhole();
  }

  startOver(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#renew();
      await this.reload();
    });
  }

  apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    return this.#inTurn(() => this.#apply(sequence, changes, id));
  }

  async visible(sequence: Sequence): Promise<void> {
    const limit = performance.now() + this.#visibleWithinMs;
    while (this.position() < sequence) {
      if (performance.now() > limit) {
        throw new CatalogError(
          'UNAVAILABLE',
          `The search index has reached commit ${this.position()}, not ${sequence} yet. Try again later.`,
        );
      }
      await this.#reloadNext();
    }
    if (!this.#isRefreshed(sequence)) await this.#refreshNext();
  }

  async search(request: PageRequest & VisibleQuery): Promise<Page> {
    const isScroll = request.after !== undefined || request.keepAliveMs !== undefined;
    const after = request.after === undefined ? undefined : decodeCursor(request.after, request);
    // Another process may have started the scroll on a generation or layout that this one does not know yet.
    if (after?.state !== undefined && !isOfView(after.state, this.#generation.view)) await this.reload();
    const { end, ...page } = await this.#read(() =>
      isScroll && isRanked(request) ? this.#searchPinned(request, after) : this.#searchNow(request, after),
    );
    if (end === undefined || request.keepAliveMs === undefined) return page;
    return { ...page, next: encodeCursor(end, request, after) };
  }

  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]> {
    return this.#read(async () => {
      const prepared = await this.#prepare(query);
      if (prepared === undefined) return facets.map(() => ({ buckets: [], total: 0 }));
      const { ask, isOneShard, matching } = prepared;
      return countFacets(ask, matching, facets, { isOneShard, mostValues: this.#bounds.facetValues });
    });
  }

  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]> {
    return this.#read(async () => {
      const prepared = await this.#prepare(query);
      if (prepared === undefined) return requests.map(() => undefined);
      return Promise.all(requests.map((request) => spreadOf(prepared.ask, prepared.matching, request)));
    });
  }

  count(query: VisibleQuery): Promise<number> {
    return this.#read(async () => {
      const prepared = await this.#prepare(query);
      return prepared === undefined ? 0 : (await countMatches(prepared.ask, prepared.matching)).total;
    });
  }

  similarWords(request: SimilarWordsRequest): Promise<readonly string[]> {
    return this.#read(async () => {
      const target = await this.#generation.targetOf(request.entityTypes);
      if (target === undefined) return [];
      return findSimilarWords(this.#askOf(target.path), request, target.columns);
    });
  }

  values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>> {
    return this.#read(async () => {
      const target = this.#generation.everything();
      if (target === undefined) return new Map();
      return readValues(this.#askOf(target.path), urns, target.columns.of(field));
    });
  }

  /** Waits for pending writes; applied changes are durable already. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  fillProgress(): FillProgress | undefined {
    return this.sharedFill.progress();
  }

  recordFill(): void {
    throw new Error('A shared index is filled with sharedFill.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    await this.#connection[Symbol.asyncDispose]();
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const step = this.#writing.then(write);
    // The caller gets the failure from `step`; the next write only needs to know that one failed.
    this.#writing = step.catch(() => void (this.#begun = undefined));
    return step;
  }

  async #apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    if (this.#generation.isOfAnotherVersion) throw ofAnotherVersion(this.#connection.host);
    await this.#begin();
    // Later calls take precedence, even with an earlier sequence.
    const version = Math.max(sequence, this.position());
    const { isImmediate } = this;
    await writeChanges(this.#connection, this.#generation, changes, { version, isImmediate });
    if (sequence > this.position()) return this.#generation.reach(sequence, id);
    this.#repeats++;
    return this.#generation.keepAlive();
  }

  /**
   * Clears a partly filled generation (position 0) before the first write, as it may contain entities deleted since, unless
   * its progress is known.
   */
  async #begin(): Promise<void> {
    const { number } = this.#generation;
    const isNew = this.#begun !== number && this.position() === 0;
    if (isNew && this.fillProgress() === undefined) await this.#generation.clear();
    this.#begun = number;
  }

  #isRefreshed(sequence: Sequence): boolean {
    const refreshed = this.#refreshed;
    if (refreshed?.generation !== this.#generation.number || refreshed.repeats !== this.#repeats)
      return false;
    return refreshed.position >= sequence;
  }

  #refresh(): Promise<void> {
    return this.#read(async () => {
      const target = this.#generation.everything();
      const generation = this.#generation.number;
      const refreshed = { generation, position: this.position(), repeats: this.#repeats };
      if (target !== undefined) {
        await this.#connection.ask({ method: 'POST', path: `/${target.path}/_refresh` });
      }
      this.#refreshed = refreshed;
    });
  }

  /** Repeats the read if another process replaced the generation or its layout and this one did not know it yet. */
  async #read<T>(read: () => Promise<T>): Promise<T> {
    const { layout, number } = this.#generation.state;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.status !== 404) throw error;
      await this.#generation.reload();
      const { state } = this.#generation;
      if (state.number === number && state.layout === layout) throw error;
      return await read();
    }
  }

  async #searchNow(request: PageRequest, after: Cursor | undefined): Promise<FoundPage> {
    const target = await this.#generation.targetOf(request.entityTypes);
    if (target === undefined) return { total: 0, hits: [] };
    return findPage(this.#askAt(target, request), request, this.#placeOf(target, after));
  }

  /**
   * A page from the point in time named by the cursor, which is kept until the scroll ends or expires. Reads the
   * current state if OpenSearch did not keep one for the scroll.
   */
  async #searchPinned(request: PageRequest, after: Cursor | undefined): Promise<FoundPage> {
    const { entityTypes, keepAliveMs = 0 } = request;
    const target = await this.#generation.targetOf(entityTypes);
    if (target === undefined) return { total: 0, hits: [] };
    const only =
      after === undefined
        ? await findOnlyPage(this.#askAt(target, request), request, target.columns)
        : undefined;
    if (only?.page !== undefined) return only.page;
    const state = after === undefined ? await this.#pinned.pin(target, keepAliveMs) : after.state;
    if (state === undefined) return this.#searchNow(request, after);
    const asked = this.#pinned.ask(state, target.view, keepAliveMs);
    const ask = target.isWide ? amongTypes(asked, entityTypes) : asked;
    const place = { ...this.#placeOf(target, after), isBroad: only?.isBroad === true };
    const page = await findPage(ask, request, place);
    if (page.end !== undefined) return { ...page, end: { ...page.end, state } };
    await this.#pinned.unpin(state);
    return page;
  }

  #placeOf({ columns }: Target, after: Cursor | undefined): PagePlace {
    return { columns, after, mostCounted: this.#bounds.exactTotals };
  }

  /** The indexes and the conditions of a query; undefined when no index has documents of its types. */
  async #prepare(
    query: Query,
  ): Promise<{ readonly ask: Ask; readonly matching: Matching; readonly isOneShard: boolean } | undefined> {
    const target = await this.#generation.targetOf(query.entityTypes);
    if (target === undefined) return undefined;
    const { columns, isOneShard } = target;
    return { ask: this.#askAt(target, query), matching: matchingOf(query, columns), isOneShard };
  }

  #askAt({ isWide, path }: Target, { entityTypes }: Query): Ask {
    return isWide ? amongTypes(this.#askOf(path), entityTypes) : this.#askOf(path);
  }

  #askOf(path: string): Ask {
    return askIndexes(this.#connection, path);
  }
}

/** An index must not mix document versions: only processes of the version that built it may write it. */
function ofAnotherVersion(host: string): CatalogError {
  return new CatalogError(
    'UNAVAILABLE',
    `The index in OpenSearch at ${host} was made by another version of Colophon, whose processes keep it up to date. ` +
      'Replace this process with one of that version.',
  );
}
