import { invalidRequest } from '../errors.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Criterion, Filter } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import { compareUrns, entityTypeOf } from '../model/urn.ts';
import { nextTurn } from '../util/next-turn.ts';
import { DEGREE_FIELD, DEGREE_VALUES, degreeFilters, degreeValue, hopsNeeded } from './lineage-degrees.ts';
import type { DegreeFilter } from './lineage-degrees.ts';
import type { LineageNeighbours } from './lineage-neighbours.ts';
import type { LineageHit, LineageQuery, LineageSearchInput, LineageSearchOutcome } from './lineage-query.ts';
import { readScrollId, writeScrollId } from './lineage-scroll.ts';
import { lineageTargets, pathsToTarget } from './lineage-targets.ts';
import type { LineageTarget } from './lineage-targets.ts';
import { walkLineage } from './lineage-walk.ts';
import type { WalkOutcome } from './lineage-walk.ts';
import { neighboursWithin } from './lineage-window.ts';
import type { LinkParts } from './lineage-window.ts';
import type { FacetResult, MetadataQuery, PageInput, SearchHit } from './metadata-query.ts';

/** Hops after which a walk ends, as in DataHub. */
export const MAX_HOPS = 1_000;
/** Entities after which a walk ends. */
export const MAX_ENTITIES = 250_000;

const NOTHING: LineageSearchOutcome = {
  ...{ total: 0, hits: [], facets: [], nextScrollId: undefined, isPartial: false },
};

/** What searching lineage needs. */
export interface LineageSearchParts extends LinkParts {
  readonly registry: EntityRegistry;
  readonly neighbours: LineageNeighbours;
  readonly search: MetadataQuery['search'];
}

/** Walks the lineage, then searches the index among what was reached. */
export function createLineageSearch(parts: LineageSearchParts): LineageQuery['searchLineage'] {
  return async (input, scope) => {
    const after = input.scrollId === undefined ? undefined : readScrollId(input.scrollId, input);
    const filters = degreeFilters(input.filter);
    await scope.settle([input.urn]);
    if (!scope.seesEntity(input.urn)) return NOTHING;
    const walked = await walk(input, hopsNeeded(filters, MAX_HOPS), scope, parts);
    const targets = lineageTargets(walked, input.columnsAsParents);
    const within = new SearchWithin(input, filters, targets, scope, parts);
    const page = await within.page(after);
    const last = page.hits.at(-1);
    return {
      ...page,
      hits: await withLineage(page.hits, targets, walked, input),
      nextScrollId:
        input.isScroll && page.hasMore && last !== undefined ? writeScrollId(last.urn, input) : undefined,
      isPartial: walked.isPartial,
    };
  };
}

function walk(
  { urn, direction, lineage }: LineageSearchInput,
  maxHops: number,
  scope: Scope,
  parts: LineageSearchParts,
): Promise<WalkOutcome> {
  const { exploredPerHop, ignoreAsHops } = lineage;
  if (exploredPerHop !== undefined && exploredPerHop < 1) {
    throw invalidRequest(`entitiesExploredPerHopLimit must be at least 1, but it is ${exploredPerHop}.`);
  }
  const isIgnoredAsHop = (candidate: Urn): boolean => {
    const entityType = parts.registry.findEntity(entityTypeOf(candidate))?.name;
    return ignoreAsHops.some(
      (ignored) =>
        ignored.entityType === entityType &&
        (ignored.platforms.length === 0 ||
          ignored.platforms.some((platform) => candidate.includes(platform))),
    );
  };
  const limits = {
    maxHops,
    maxEntities: MAX_ENTITIES,
    ...(exploredPerHop !== undefined && { exploredPerHop }),
  };
  const neighbours = neighboursWithin(parts.neighbours, lineage, parts);
  return walkLineage({ start: urn, direction, ...limits, isIgnoredAsHop }, neighbours, scope);
}

interface FoundPage {
  readonly total: number;
  readonly hits: readonly SearchHit[];
  readonly facets: readonly FacetResult[];
  readonly hasMore: boolean;
}

/** A search of the index that is restricted to what a walk reached. */
class SearchWithin {
  readonly #input: LineageSearchInput;
  readonly #filters: readonly DegreeFilter[];
  readonly #targets: ReadonlyMap<Urn, LineageTarget>;
  readonly #entityTypes: readonly string[];
  readonly #search: (input: PageInput) => ReturnType<MetadataQuery['search']>;

  constructor(
    input: LineageSearchInput,
    filters: readonly DegreeFilter[],
    targets: ReadonlyMap<Urn, LineageTarget>,
    scope: Scope,
    { registry, search }: LineageSearchParts,
  ) {
    this.#input = input;
    this.#filters = filters;
    this.#targets = targets;
    const wanted = new Set(input.entityTypes);
    const types = [...targets.keys()].map((urn) => registry.findEntity(entityTypeOf(urn))?.name ?? '');
    this.#entityTypes = [...new Set(types)].filter(
      (type) => registry.entities.has(type) && (wanted.size === 0 || wanted.has(type)),
    );
    this.#search = (page) => search(page, scope);
  }

  async page(after: Urn | undefined): Promise<FoundPage> {
    if (this.#entityTypes.length === 0) return { total: 0, hits: [], facets: [], hasMore: false };
    const { isScroll, sort, start, count, flags } = this.#input;
    const paging = isScroll ? { sort: [], start: 0 } : { sort, start };
    const remaining = this.#filter((urn) => after === undefined || compareUrns(urn, after) > 0);
    const first = after === undefined ? flags : { ...flags, skipAggregates: true };
    // Words would order the hits by rank, which a scroll cannot follow.
    const order = isScroll ? [{ field: 'urn', order: 'ASCENDING' as const }] : paging.sort;
    const page = await this.#search(
      this.#pageInput({ ...paging, sort: order, count, filter: remaining, flags: first }),
    );
    const total = after === undefined ? page.total : await this.#count(() => true);
    const facets =
      flags.skipAggregates || after !== undefined ? [] : [await this.#degreeFacet(), ...page.facets];
    return { total, hits: page.hits, facets, hasMore: page.total > paging.start + page.hits.length };
  }

  /** Each alternative with the entities that it admits as one more criterion. */
  #filter(isWanted: (urn: Urn, target: LineageTarget) => boolean): Filter {
    return this.#filters.map(({ criteria, admits }) => {
      const values: Urn[] = [];
      for (const [urn, target] of this.#targets) {
        if (admits(target.degree) && isWanted(urn, target)) values.push(urn);
      }
      return [...criteria, among(values)];
    });
  }

  #pageInput(page: Pick<PageInput, 'sort' | 'start' | 'count' | 'filter' | 'flags'>): PageInput {
    const { query } = this.#input;
    const flags = { ...page.flags, grouping: [] };
    return {
      entityTypes: this.#entityTypes,
      query,
      ...page,
      flags,
      scrollId: undefined,
      keepAliveMs: undefined,
    };
  }

  async #count(isWanted: (urn: Urn, target: LineageTarget) => boolean): Promise<number> {
    const flags = { ...this.#input.flags, skipAggregates: true };
    const page = { sort: [], start: 0, count: 0, filter: this.#filter(isWanted), flags };
    return (await this.#search(this.#pageInput(page))).total;
  }

  async #degreeFacet(): Promise<FacetResult> {
    const buckets = [];
    for (const value of DEGREE_VALUES) {
      const count = await this.#count((_urn, { degree }) => degreeValue(degree) === value);
      buckets.push({ value, count, entity: undefined, displayName: undefined });
      await nextTurn();
    }
    return { field: DEGREE_FIELD, displayName: 'Degree of Dependencies', entity: undefined, buckets };
  }
}

/** A criterion that no entity meets when there are no values: one without values would be ignored. */
function among(urns: readonly Urn[]): Criterion {
  return { field: 'urn', operator: 'EQUAL', values: urns.length === 0 ? [''] : urns, negated: false };
}

async function withLineage(
  hits: readonly SearchHit[],
  targets: ReadonlyMap<Urn, LineageTarget>,
  walked: WalkOutcome,
  { urn: start, withPaths }: LineageSearchInput,
): Promise<readonly LineageHit[]> {
  const shown: LineageHit[] = [];
  for (const hit of hits) {
    const target = targets.get(hit.urn);
    if (target === undefined) continue;
    const { degree, degrees, standsFor } = target;
    shown.push({
      ...hit,
      degree,
      degrees,
      paths: withPaths ? pathsToTarget(start, target, walked) : [],
      isExplored: standsFor.some((one) => one.isExplored),
      isCut: standsFor.some((one) => one.isCut),
      isIgnoredAsHop: standsFor.every((one) => one.isIgnoredAsHop),
    });
    if (withPaths) await nextTurn();
  }
  return shown;
}
