import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Filter } from '../../model/filter.ts';
import type { Scope } from '../../model/scope.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import {
  DEGREE_FIELD,
  DEGREE_VALUES,
  degreeValue,
  namesExactDegrees,
  type DegreeFilter,
} from './lineage-degrees.ts';
import type { LineageSearchInput } from './lineage-query.ts';
import type { LineageTarget } from './lineage-targets.ts';
import type { FacetResult, MetadataQuery, PageInput, SearchHit } from '../metadata-query.ts';

/** Maximum number of urns per chunk. */
const CHUNK = 2_000;

/** A search and the entities that it is restricted to. */
export interface SearchWithinInput {
  readonly input: LineageSearchInput;
  readonly filters: readonly DegreeFilter[];
  readonly targets: ReadonlyMap<Urn, LineageTarget>;
  readonly scope: Scope;
}

export interface SearchWithinParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly search: MetadataQuery['search'];
}

export interface FoundPage {
  readonly total: number;
  readonly hits: readonly SearchHit[];
  readonly facets: readonly FacetResult[];
  /** Number of matches by hops; empty if not requested. */
  readonly byHop: ReadonlyMap<number, number>;
  readonly hasMore: boolean;
}

/** Entities with the same degree; small enough for a lookup without yielding to the event loop. */
interface Chunk {
  /** Hops; 3 means 3 or more, unless the search needs exact numbers. */
  readonly degree: number;
  readonly urns: readonly Urn[];
}

/** A search in the index, restricted to the entities that a walk reached. */
export class SearchWithin {
  readonly #input: LineageSearchInput;
  readonly #filters: readonly DegreeFilter[];
  readonly #entityTypes: readonly string[];
  /** Reused in all index requests of the search: the index caches the lookup by list identity. */
  readonly #chunks: readonly Chunk[];
  readonly #lookUp: (urns: readonly Urn[]) => Promise<unknown>;
  readonly #search: (input: PageInput) => ReturnType<MetadataQuery['search']>;

  constructor({ input, filters, targets, scope }: SearchWithinInput, parts: SearchWithinParts) {
    this.#input = input;
    this.#filters = filters;
    this.#chunks = chunksOf(targets, input.withHops || namesExactDegrees(input.filter));
    const wanted = new Set(input.entityTypes);
    const types = new Set(
      [...targets.keys()].map((urn) => parts.registry.findEntity(entityTypeOf(urn))?.name ?? ''),
    );
    this.#entityTypes = [...types].filter(
      (type) => parts.registry.entities.has(type) && (wanted.size === 0 || wanted.has(type)),
    );
    this.#lookUp = (urns) => {
      const where = { kind: 'terms', field: URN_FIELD, values: urns, ignoreCase: false } as const;
      return parts.index.count(unrestricted({ entityTypes: this.#entityTypes, where }));
    };
    this.#search = (page) => parts.search(page, scope);
  }

  /** The page after a urn, or the first page, which alone has facets in a scroll. */
  async page(after: Urn | undefined): Promise<FoundPage> {
    if (this.#entityTypes.length === 0) {
      await this.#check();
      return { total: 0, hits: [], facets: [], byHop: new Map(), hasMore: false };
    }
    for (const { urns } of this.#chunks) {
      await this.#lookUp(urns);
      await nextTurnOfRead();
    }
    const { isScroll, count, flags, withHops } = this.#input;
    const start = isScroll ? 0 : this.#input.start;
    const sort = isScroll ? this.#byUrn() : this.#input.sort;
    const skipAggregates = flags.skipAggregates || after !== undefined;
    const filter = this.#filter(() => true, after);
    const page = await this.#search(this.#pageInput({ sort, start, count, filter, skipAggregates }));
    return {
      total: after === undefined ? page.total : await this.#count(() => true),
      hits: page.hits,
      facets: skipAggregates ? [] : [await this.#degreeFacet(), ...page.facets],
      byHop: withHops ? await this.#countByHop() : new Map(),
      hasMore: page.total > start + page.hits.length,
    };
  }

  /** Rejects invalid searches, such as a filter on a soft-deleted property, even where there is nothing to search. */
  async #check(): Promise<void> {
    const { entityTypes, sort } = this.#input;
    const nothing = this.#pageInput({ sort, start: 0, count: 0, filter: this.#none(), skipAggregates: true });
    await this.#search({ ...nothing, entityTypes });
  }

  /** The criteria of the input, and one that nothing matches. */
  #none(): Filter {
    return this.#filters.map(({ criteria }) => [...criteria, criterion('EQUAL', [''])]);
  }

  /** Without words, hits are in urn order anyway, and omitting the sort is faster. */
  #byUrn(): PageInput['sort'] {
    return ['', '*'].includes(this.#input.query.trim()) ? [] : [{ field: URN_FIELD, order: 'ASCENDING' }];
  }

  /** One alternative for each pair of an alternative of the input and a chunk that it accepts. */
  #filter(isWanted: (degree: Chunk['degree']) => boolean, after?: Urn): Filter {
    const later = after === undefined ? [] : [criterion('GREATER_THAN', [after])];
    const alternatives = this.#filters.flatMap(({ criteria, admits }) =>
      this.#chunks
        .filter(({ degree }) => admits(degree) && isWanted(degree))
        .map(({ urns }) => [...criteria, ...later, criterion('EQUAL', urns)]),
    );
    // A filter without alternatives would match everything.
    return alternatives.length === 0 ? this.#none() : alternatives;
  }

  #pageInput({
    skipAggregates,
    ...page
  }: Pick<PageInput, 'sort' | 'start' | 'count' | 'filter'> & {
    readonly skipAggregates: boolean;
  }): PageInput {
    const { flags, query } = this.#input;
    return {
      entityTypes: this.#entityTypes,
      query,
      ...page,
      scrollId: undefined,
      keepAliveMs: undefined,
      flags: { ...flags, skipAggregates, exactTotal: true, grouping: [] },
    };
  }

  async #count(isWanted: (degree: Chunk['degree']) => boolean): Promise<number> {
    const page = { sort: [], start: 0, count: 0, filter: this.#filter(isWanted), skipAggregates: true };
    return (await this.#search(this.#pageInput(page))).total;
  }

  async #countByHop(): Promise<ReadonlyMap<number, number>> {
    const counts = new Map<number, number>();
    for (const hop of new Set(this.#chunks.map(({ degree }) => degree))) {
      const count = await this.#count((degree) => degree === hop);
      if (count > 0) counts.set(hop, count);
    }
    return counts;
  }

  async #degreeFacet(): Promise<FacetResult> {
    const buckets = [];
    for (const value of DEGREE_VALUES) {
      const count = await this.#count((degree) => degreeValue(degree) === value);
      buckets.push({ value, count, entity: undefined, displayName: undefined });
    }
    return { field: DEGREE_FIELD, displayName: 'Degree of Dependencies', entity: undefined, buckets };
  }
}

function chunksOf(targets: ReadonlyMap<Urn, LineageTarget>, isExact: boolean): readonly Chunk[] {
  const most = isExact ? Infinity : DEGREE_VALUES.length;
  const byDegree = Map.groupBy(targets.values(), ({ degree }) => Math.min(degree, most));
  return [...byDegree].flatMap(([degree, ofDegree]) => {
    const urns = ofDegree.map(({ urn }) => urn);
    const starts = Array.from({ length: Math.ceil(urns.length / CHUNK) }, (_, i) => i * CHUNK);
    return starts.map((start) => ({ degree, urns: urns.slice(start, start + CHUNK) }));
  });
}

function criterion(operator: 'EQUAL' | 'GREATER_THAN', values: readonly string[]): Filter[number][number] {
  return { field: URN_FIELD, operator, values, negated: false };
}
