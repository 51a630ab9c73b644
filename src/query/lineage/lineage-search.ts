import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { degreeFilters, hopsNeeded } from './lineage-degrees.ts';
import type { LineageNeighbours } from './lineage-neighbours.ts';
import type { LineageHit, LineageQuery, LineageSearchInput, LineageSearchOutcome } from './lineage-query.ts';
import { urnsOn, type LineagePath } from './lineage-paths.ts';
import { readScrollId, writeScrollId } from './lineage-scroll.ts';
import { lineageTargets, pathsToTarget, type LineageTarget } from './lineage-targets.ts';
import { withVias } from './lineage-vias.ts';
import { walkLineage, type WalkInput, type WalkOutcome } from './lineage-walk.ts';
import { SearchWithin } from './lineage-within.ts';
import { neighboursWithin, type LinkParts } from './lineage-window.ts';
import type { MetadataQuery, SearchHit } from '../metadata-query.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { checkNumber } from '../../model/filter-parts/filter-size.ts';
import { because } from '../../refusals.ts';

/** Maximum number of hops of a walk, as in DataHub. */
export const MAX_HOPS = 1_000;
/** Maximum number of entities that a walk reaches. */
export const MAX_ENTITIES = 250_000;
/** Maximum number of steps of a walk: eight for each entity that it may reach. */
const MAX_STEPS = 8 * MAX_ENTITIES;

const NOTHING: LineageSearchOutcome = {
  total: 0,
  hits: [],
  facets: [],
  byHop: new Map(),
  nextScrollId: undefined,
  isPartial: false,
};

export interface LineageSearchParts extends LinkParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly neighbours: LineageNeighbours;
  readonly search: MetadataQuery['search'];
}

/** Walks the lineage, then searches the index, restricted to the entities reached. */
export function createLineageSearch(parts: LineageSearchParts): LineageQuery['searchLineage'] {
  return async (input, scope) => {
    const after = input.scrollId === undefined ? undefined : readScrollId(input.scrollId, input);
    const filters = degreeFilters(input.filter);
    await scope.settle([input.urn]);
    if (!scope.seesEntity(input.urn)) {
      await new SearchWithin({ input, filters, targets: new Map(), scope }, parts).page(after);
      return NOTHING;
    }
    const walked = await walk(input, { maxHops: hopsNeeded(filters, MAX_HOPS) }, scope, parts);
    const targets = lineageTargets(walked, input.columnsAsParents);
    const within = new SearchWithin({ input, filters, targets, scope }, parts);
    const page = await within.page(after);
    const last = page.hits.at(-1);
    return {
      ...page,
      hits: await withLineage(page.hits, { input, targets, walked, scope }, parts),
      nextScrollId:
        input.isScroll && page.hasMore && last !== undefined ? writeScrollId(last.urn, input) : undefined,
      isPartial: walked.isPartial,
    };
  };
}

/** Where a walk ends. */
type WalkEnd = Pick<WalkInput, 'maxHops' | 'continuable'> & Partial<Pick<WalkInput, 'endsThere'>>;

/** Maximum platforms and entity types that are no hops: each is compared with each asset that is reached. */
const MOST_IGNORED = 500;

/** Walks the lineage of a search, count or selection. Throws INVALID_REQUEST for invalid flags. */
export function walk(
  { urn, direction, lineage }: Pick<LineageSearchInput, 'urn' | 'direction' | 'lineage'>,
  { maxHops, endsThere = maxHops < MAX_HOPS, continuable }: WalkEnd,
  scope: Scope,
  parts: LineageSearchParts,
): Promise<WalkOutcome> {
  const { exploredPerHop, ignoreAsHops } = lineage;
  if (exploredPerHop !== undefined && exploredPerHop < 1) {
    throw invalidRequest(
      `entitiesExploredPerHopLimit must be at least 1, not ${exploredPerHop}.`,
      undefined,
      because('INPUT_TOO_SMALL', { name: 'entitiesExploredPerHopLimit', least: 1 }),
    );
  }
  const platforms = ignoreAsHops.reduce((sum, ignored) => sum + ignored.platforms.length, 0);
  checkNumber(
    'platforms and entity types in ignoreAsHops',
    platforms + ignoreAsHops.length,
    MOST_IGNORED,
    'request',
  );
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
    endsThere,
    continuable,
    maxEntities: MAX_ENTITIES,
    maxSteps: MAX_STEPS,
    ...(exploredPerHop !== undefined && { exploredPerHop }),
  };
  // As in DataHub, a job is impacted with the columns that it computes; a query only shows how.
  const isPassing = (via: Urn): boolean => parts.registry.findEntity(entityTypeOf(via))?.name === 'query';
  const neighbours = neighboursWithin(parts.neighbours, lineage, parts);
  return walkLineage({ start: urn, direction, ...limits, isIgnoredAsHop, isPassing }, neighbours, scope);
}

interface Found {
  readonly input: LineageSearchInput;
  readonly targets: ReadonlyMap<Urn, LineageTarget>;
  readonly walked: WalkOutcome;
  readonly scope: Scope;
}

async function withLineage(
  hits: readonly SearchHit[],
  { input, targets, walked, scope }: Found,
  parts: LineageSearchParts,
): Promise<readonly LineageHit[]> {
  const paths = new Map<Urn, readonly LineagePath[]>();
  for (const { urn } of input.withPaths ? hits : []) {
    const target = targets.get(urn);
    if (target !== undefined) paths.set(urn, pathsToTarget(input.urn, target, walked));
    await nextTurnOfRead();
  }
  const complete = await withVias([...paths.values()].flat(), scope, parts);
  return hits.flatMap((hit): LineageHit[] => {
    const target = targets.get(hit.urn);
    if (target === undefined) return [];
    const { degree, degrees, standsFor } = target;
    return [
      {
        ...hit,
        degree,
        degrees,
        paths: (paths.get(hit.urn) ?? []).map((path) => urnsOn(complete(path))),
        isExplored: standsFor.some((one) => one.isExplored),
        isCut: standsFor.some((one) => one.isCut),
        isIgnoredAsHop: standsFor.every((one) => one.isIgnoredAsHop),
      },
    ];
  });
}
