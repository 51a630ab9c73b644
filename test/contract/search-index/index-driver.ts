import { beforeEach, expect } from 'vitest';
import { CatalogError } from '../../../src/errors.ts';
import { MATCH_ALL, type Expression } from '../../../src/search/expression.ts';
import type {
  DocumentChange,
  FacetRequest,
  Page,
  PageRequest,
  Query,
  SearchDocument,
  SearchIndex,
  SortKey,
} from '../../../src/search/search-index.ts';
import { unrestricted } from '../../../src/search/unrestricted.ts';
import { keysOf } from './questions.ts';

/** An engine under test. */
export interface IndexUnderTest {
  readonly index: SearchIndex;
  /** Makes applied changes visible; absent for engines that do so immediately. */
  readonly refresh?: () => Promise<void>;
  /** Advances the clock of scrolls; absent if the engine's clock cannot be controlled. */
  readonly passTime?: (ms: number) => void;
}

const MOST_PAGES = 100;

/** Runs requests on the index of the current test; by default for all datasets, in urn order. */
export class IndexDriver {
  readonly #open: () => Promise<IndexUnderTest>;
  #engine: IndexUnderTest | undefined;
  #sequence = 0;
  /** What the index was opened with, and its position then; undefined once a test has passed time. */
  #given: { readonly documents: readonly SearchDocument[]; readonly position: number } | undefined;

  constructor(open: () => Promise<IndexUnderTest>) {
    this.#open = open;
  }

  get index(): SearchIndex {
    return this.#current.index;
  }

  get canPassTime(): boolean {
    return this.#current.passTime !== undefined;
  }

  /**
   * Gives each test of a group an index with just these documents: that of the test before if nothing was written to it, because a new
   * one takes OpenSearch more than a second; otherwise a new one.
   */
  readonly given = (...documents: readonly SearchDocument[]): void => {
    beforeEach(async () => {
      const { documents: had, position } = this.#given ?? {};
      if (had === documents && position === this.index.position()) return;
      await this.stop();
      this.#engine = await this.#open();
      this.#sequence = 0;
      if (documents.length > 0) await this.apply(...documents);
      this.#given = { documents, position: this.index.position() };
    });
  };

  /** Closes the index. */
  readonly stop = async (): Promise<void> => {
    const engine = this.#engine;
    [this.#engine, this.#given] = [undefined, undefined];
    await engine?.index[Symbol.asyncDispose]();
  };

  readonly refresh = async (): Promise<void> => {
    await this.#current.refresh?.();
  };

  readonly passTime = (ms: number): void => {
    this.#given = undefined;
    this.#current.passTime?.(ms);
  };

  /** Applies changes as one commit. */
  readonly apply = async (...changes: DocumentChange[]): Promise<void> => {
    await this.index.apply(++this.#sequence, changes);
    await this.refresh();
  };

  readonly query = (where: Expression = MATCH_ALL, rest: Partial<Query> = {}): Query => ({
    entityTypes: ['dataset'],
    where,
    ...rest,
  });

  readonly search = (request: Partial<PageRequest> = {}): Promise<Page> =>
    this.index.search(unrestricted({ ...this.query(), sort: [], from: 0, size: 100, ...request }));

  /** Keys of all matches; also checks that total, hits and count agree. */
  readonly find = async (where: Expression): Promise<string[]> => {
    const page = await this.search({ where });
    expect(page.total).toBe(page.hits.length);
    expect(await this.index.count(unrestricted(this.query(where)))).toBe(page.total);
    return keysOf(page.hits);
  };

  /** Keys of all documents, sorted. */
  readonly sorted = async (...sort: SortKey[]): Promise<string[]> =>
    keysOf((await this.search({ sort })).hits);

  /** Buckets of a facet, each as its values followed by the count. */
  readonly facet = async (
    fields: FacetRequest['fields'],
    where: Expression = MATCH_ALL,
    size = 10,
  ): Promise<(string | number)[][] | undefined> => {
    const [found] = await this.index.aggregate(unrestricted(this.query(where)), [{ fields, size }]);
    return found?.buckets.map(({ values, count }) => [...values, count]);
  };

  /** Keys of all pages of a scroll, by default two hits per page; `between` runs after each page. */
  readonly scrollAll = async (
    request: Partial<PageRequest>,
    between: (page: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> => {
    const keys: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const position = after === undefined ? {} : { after };
      const { hits, next } = await this.search({ size: 2, keepAliveMs: 60_000, ...request, ...position });
      keys.push(...keysOf(hits));
      if (next === undefined) return keys;
      after = next;
      await between(page);
    }
    throw new Error('the scroll does not end');
  };

  /** Expects that a request fails with INVALID_REQUEST. */
  readonly refused = async (promise: Promise<unknown>): Promise<void> => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CatalogError);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
  };

  get #current(): IndexUnderTest {
    if (this.#engine === undefined) throw new Error('no index is open');
    return this.#engine;
  }
}
