import { expect } from 'vitest';
import { MATCH_ALL } from '../../../src/search/expression.ts';
import { openEmbeddedIndex } from '../../../src/search/embedded/open-embedded-index.ts';
import type { EmbeddedIndex } from '../../../src/search/embedded/embedded-index.ts';
import type {
  DocumentChange,
  FacetRequest,
  PageRequest,
  Query,
  SortKey,
} from '../../../src/search/search-index.ts';
import { unrestricted } from '../../../src/search/unrestricted.ts';
import { NaiveIndex, positionOf, type NaivePosition } from './naive-index.ts';

/** An open scroll and its expected next page. */
interface OpenScroll {
  readonly request: PageRequest;
  after: string;
  /** Position after its last page; undefined for a ranked scroll. */
  readonly position: NaivePosition | undefined;
  /** Remaining urns of a ranked scroll; undefined once a restart has dropped its state. */
  rest: readonly string[] | undefined;
}

const EVERY_HIT = 1e6;
/** Disables merges: this index gets all documents at once. */
const UNMERGED = { delta: { read: 1e6, write: 1e6 } };

/** Runs an index and the naive model side by side and compares all results. */
export class Comparison {
  readonly model = new NaiveIndex();
  readonly #open: () => Promise<EmbeddedIndex>;
  readonly #log: { readonly sequence: number; readonly changes: readonly DocumentChange[] }[] = [];
  #index: EmbeddedIndex;
  #scrolls: OpenScroll[] = [];
  /** An index built from the current documents at once. */
  #fresh: EmbeddedIndex | undefined;

  constructor(index: EmbeddedIndex, open: () => Promise<EmbeddedIndex>) {
    this.#index = index;
    this.#open = open;
  }

  async apply(changes: readonly DocumentChange[]): Promise<void> {
    const sequence = this.#log.length + 1;
    this.#log.push({ sequence, changes });
    this.model.apply(changes);
    await this.#index.apply(sequence, changes);
    expect(this.#index.position()).toBe(sequence);
  }

  async flush(): Promise<void> {
    await this.#index.flush();
  }

  async settle(): Promise<void> {
    await this.#index.settle();
  }

  /** Closes and reopens the index; expects that it lost nothing. */
  async reopen(): Promise<void> {
    await this.close();
    await this.#restart();
    expect(this.#index.position()).toBe(this.#log.length);
  }

  /** Opens the last flushed state, as after a kill, and replays the log from there. */
  async recover(): Promise<void> {
    // The abandoned index must not write to the folder while its successor uses it.
    await this.#index.settle();
    await this.#restart();
    for (const { sequence, changes } of this.#log.slice(this.#index.position())) {
      await this.#index.apply(sequence, changes);
    }
    expect(this.#index.position()).toBe(this.#log.length);
  }

  async close(): Promise<void> {
    await this.#index[Symbol.asyncDispose]();
  }

  async search(query: Query, sort: readonly SortKey[], from: number, size: number): Promise<void> {
    const expected = this.model.search(query, sort);
    const page = await this.#index.search(unrestricted({ ...query, sort, from, size }));
    expect(page.total).toBe(expected.length);
    expect(await this.#index.count(unrestricted(query))).toBe(expected.length);
    const ranked = query.words !== undefined && sort.length === 0;
    const ordered = ranked ? await this.#rankFresh(query) : expected.map(({ urn }) => urn);
    expect(page.hits.map(({ urn }) => urn)).toEqual(ordered.slice(from, from + size));
    const types = new Map(expected.map(({ urn, entityType }) => [urn, entityType]));
    for (const { urn, entityType } of page.hits) expect(entityType).toBe(types.get(urn));
  }

  /** Compares all documents. */
  async everything(): Promise<void> {
    await this.search({ entityTypes: ['dataset', 'chart', 'tag'], where: MATCH_ALL }, [], 0, EVERY_HIT);
  }

  async facets(query: Query, requests: readonly FacetRequest[]): Promise<void> {
    const found = await this.#index.aggregate(unrestricted(query), requests);
    const expected = requests.map((request) => this.model.facet(query, request));
    expect(found).toEqual(expected);
    await this.spreads(query, requests);
  }

  async spreads(query: Query, facets: readonly FacetRequest[]): Promise<void> {
    const requests = facets.map(({ fields: [field], size }) => ({
      field,
      quantiles: [0.5, 0, 1 / (size + 1)],
    }));
    const found = await this.#index.spread(unrestricted(query), requests);
    expect(found).toEqual(requests.map((request) => this.model.spread(query, request)));
  }

  async startScroll(query: Query, sort: readonly SortKey[], size: number): Promise<void> {
    const request: PageRequest = { ...query, sort, from: 0, size, keepAliveMs: 60_000 };
    const isRanked = query.words !== undefined && sort.length === 0;
    const ranks = isRanked ? await this.#rankFresh(query) : undefined;
    await this.#checkPage(request, ranks);
  }

  async continueScroll(which: number): Promise<void> {
    const scroll = this.#scrolls[which % Math.max(1, this.#scrolls.length)];
    if (scroll === undefined) return;
    this.#scrolls = this.#scrolls.filter((other) => other !== scroll);
    const isRanked = scroll.position === undefined;
    const request = { ...scroll.request, after: scroll.after };
    if (isRanked && scroll.rest === undefined) {
      await expect(this.#index.search(unrestricted(request))).rejects.toThrow('The scroll has expired');
    } else {
      await this.#checkPage(request, scroll.rest, scroll.position);
    }
  }

  /** Fetches a page, compares it, and keeps the scroll open if more follows. */
  async #checkPage(
    request: PageRequest,
    ranks: readonly string[] | undefined,
    after?: NaivePosition,
  ): Promise<void> {
    const left = this.model.search(request, request.sort, after);
    const urns = ranks ?? left.map(({ urn }) => urn);
    const page = await this.#index.search(unrestricted(request));
    expect(page.hits.map(({ urn }) => urn)).toEqual(urns.slice(0, request.size));
    expect(page.next !== undefined).toBe(urns.length > request.size && request.size > 0);
    const last = left[request.size - 1];
    if (page.next === undefined) return;
    const position = ranks === undefined && last !== undefined ? positionOf(last, request.sort) : undefined;
    this.#scrolls.push({ request, after: page.next, position, rest: ranks?.slice(request.size) });
  }

  async #restart(): Promise<void> {
    this.#index = await this.#open();
    for (const scroll of this.#scrolls) scroll.rest = undefined;
  }

  /** Ranks with an index built at once: scores must not depend on the distribution over segments. */
  async #rankFresh(query: Query): Promise<string[]> {
    if (this.#fresh?.position() !== this.#log.length) {
      this.#fresh = await openEmbeddedIndex({ folder: undefined, now: () => 0, tuning: UNMERGED });
      await this.#fresh.apply(this.#log.length, this.model.documents());
    }
    const fresh = this.#fresh;
    const { hits } = await fresh.search(unrestricted({ ...query, sort: [], from: 0, size: EVERY_HIT }));
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(hits.map(({ urn }) => urn).sort()).toEqual(this.model.search(query, []).map(({ urn }) => urn));
    return hits.map(({ urn }) => urn);
  }
}
