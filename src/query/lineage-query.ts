import type { SortCriterion } from '../model/filter.ts';
import type { LineageDirection } from '../model/lineage.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { StatedLink } from '../search/stated-links.ts';
import type { FacetResult, SearchHit, SearchInput } from './metadata-query.ts';

/** Links that count, by when they were made and last changed; epoch ms. A link without times always counts. */
export interface LineageWindow {
  readonly startTimeMillis: number | undefined;
  readonly endTimeMillis: number | undefined;
}

/** How lineage is followed. */
export interface LineageFlags extends LineageWindow {
  /** Most entities of one hop from which to go on. */
  readonly exploredPerHop: number | undefined;
  /** Entities to pass without counting a hop: of a type, and if platforms are named, with one of them in the urn. */
  readonly ignoreAsHops: readonly { readonly entityType: string; readonly platforms: readonly string[] }[];
}

/** A search among the entities that lineage leads to. Criteria on `degree` (`1`, `2`, `3+`) choose by hops. */
export interface LineageSearchInput extends SearchInput {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  readonly lineage: LineageFlags;
  /** Shows the datasets of columns in place of the columns. */
  readonly columnsAsParents: boolean;
  readonly sort: readonly SortCriterion[];
  readonly start: number;
  readonly count: number;
  /** Whether the page is one of a scroll, which goes by urn; `start` and `sort` say nothing then. */
  readonly isScroll: boolean;
  readonly scrollId: string | undefined;
  /** Whether the ways to each entity are wanted. */
  readonly withPaths: boolean;
}

/** An entity that lineage leads to and a search matches. */
export interface LineageHit extends SearchHit {
  /** Hops of the shortest way. */
  readonly degree: number;
  readonly degrees: readonly number[];
  /** Ways from the start to the entity, the shortest first; empty when they are not wanted. */
  readonly paths: readonly (readonly Urn[])[];
  readonly isExplored: boolean;
  /** Whether more lies behind it that was not looked at, because too much lay at the same hop. */
  readonly isCut: boolean;
  readonly isIgnoredAsHop: boolean;
}

/** A page of a search among what lineage leads to. */
export interface LineageSearchOutcome {
  readonly total: number;
  readonly hits: readonly LineageHit[];
  readonly facets: readonly FacetResult[];
  readonly nextScrollId: string | undefined;
  /** More lies behind the limits of the walk. */
  readonly isPartial: boolean;
}

/** Which direct neighbours to list. */
export interface LineageListInput extends LineageWindow {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  readonly start: number;
  readonly count: number;
  /** Without the neighbours of siblings. */
  readonly separateSiblings: boolean;
  /** With entities that do not exist or are soft-deleted. */
  readonly includeGhostEntities: boolean;
}

/** A direct neighbour with what is known of the link. */
export interface LineageNeighbour extends Omit<StatedLink, 'source' | 'destination'> {
  readonly urn: Urn;
}

/** A page of direct neighbours. */
export interface LineageList {
  /** All neighbours, ghosts included. */
  readonly total: number;
  /** Neighbours of this page that are not shown: they do not exist or are soft-deleted. */
  readonly filtered: number;
  readonly neighbours: readonly LineageNeighbour[];
}

/** Reading lineage. */
export interface LineageQuery {
  /** Searches among everything that lineage leads to. */
  searchLineage(input: LineageSearchInput, scope: Scope): Promise<LineageSearchOutcome>;
  /** Lists what an entity is directly made from, or what is directly made from it, by urn. */
  listLineage(input: LineageListInput, scope: Scope): Promise<LineageList>;
}
