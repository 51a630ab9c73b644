import type { LineageSelection } from '../../model/bulk-edit.ts';
import type { SortCriterion } from '../../model/filter.ts';
import type { LineageDirection } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { StatedLink } from '../../search/links/stated-links.ts';
import type { FacetResult, SearchHit, SearchInput } from '../metadata-query.ts';

/**
 * Time window of links, in epoch ms: created no later than the end and last updated no earlier than the start. Links
 * without times always match.
 */
export interface LineageWindow {
  readonly startTimeMillis: number | undefined;
  readonly endTimeMillis: number | undefined;
}

export interface LineageFlags extends LineageWindow {
  /** Maximum number of entities per hop to continue from; undefined: all. */
  readonly exploredPerHop: number | undefined;
  /** Entities that do not count as a hop: by entity type and, if given, by a platform contained in the urn. */
  readonly ignoreAsHops: readonly { readonly entityType: string; readonly platforms: readonly string[] }[];
}

/** Search in the lineage of an entity. Criteria on the field `degree` (`1`, `2`, `3+`) filter by hops. */
export interface LineageSearchInput extends SearchInput {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  readonly lineage: LineageFlags;
  /** Replaces columns by their datasets. */
  readonly columnsAsParents: boolean;
  readonly sort: readonly SortCriterion[];
  readonly start: number;
  readonly count: number;
  /** Whether the page belongs to a scroll, which is in urn order and ignores `start` and `sort`. */
  readonly isScroll: boolean;
  readonly scrollId: string | undefined;
  /** Whether to return the paths to each entity. */
  readonly withPaths: boolean;
  /** Whether to count the matches by hops. */
  readonly withHops: boolean;
}

/** An entity in the lineage that matches the search. */
export interface LineageHit extends SearchHit {
  /** Hops of the shortest path. */
  readonly degree: number;
  readonly degrees: readonly number[];
  /** Paths from the start to the entity, shortest first; empty if not requested. */
  readonly paths: readonly (readonly Urn[])[];
  /** Whether the walk continued from it. */
  readonly isExplored: boolean;
  /** Whether the walk did not continue from it because of `exploredPerHop`. */
  readonly isCut: boolean;
  readonly isIgnoredAsHop: boolean;
}

export interface LineageSearchOutcome {
  readonly total: number;
  readonly hits: readonly LineageHit[];
  readonly facets: readonly FacetResult[];
  /** Number of matches by hops, without zeros; empty if not requested. */
  readonly byHop: ReadonlyMap<number, number>;
  readonly nextScrollId: string | undefined;
  /** Whether the walk hit a limit, so that entities are missing. */
  readonly isPartial: boolean;
}

/** Selects the entities in a lineage to count. Its filter may name the degree and fields derived from urns. */
export interface LineageCountInput
  extends SearchInput, Pick<LineageSearchInput, 'urn' | 'direction' | 'lineage'> {
  /** Whether columns count only if the schema of their dataset has them. */
  readonly onlyDeclaredColumns: boolean;
}

/** Selects assets in a lineage. */
export interface LineageSelectionInput extends Omit<LineageSelection, 'stopAtValue'> {
  /**
   * Leaves out entities that have a value of this property of their own, and what only they lead to; behind values that are
   * attributed to the start, the walk continues.
   */
  readonly stopAtValueOf: Urn | undefined;
}

/** Selects the direct neighbours to list. */
export interface LineageListInput extends LineageWindow {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  readonly start: number;
  readonly count: number;
  /** True: exclude the neighbours of siblings. */
  readonly separateSiblings: boolean;
  /** True: include entities that do not exist or are soft-deleted. */
  readonly includeGhostEntities: boolean;
}

/** A direct neighbour with the details of the link. */
export interface LineageNeighbour extends Omit<StatedLink, 'source' | 'destination'> {
  readonly urn: Urn;
}

export interface LineageList {
  /** Number of all neighbours, including those that do not exist or are soft-deleted. */
  readonly total: number;
  /** Number of neighbours omitted from this page because they do not exist or are soft-deleted. */
  readonly filtered: number;
  readonly neighbours: readonly LineageNeighbour[];
}

/** The read path of lineage. */
export interface LineageQuery {
  /** Searches all upstream or downstream entities. Throws INVALID_REQUEST for invalid input or scroll id. */
  searchLineage(input: LineageSearchInput, scope: Scope): Promise<LineageSearchOutcome>;
  /**
   * Counts upstream or downstream entities, stored or not. INVALID_REQUEST for a filter on anything other than the
   * degree, the platform, the origin and the parent of columns.
   */
  countLineage(input: LineageCountInput, scope: Scope): Promise<number>;
  /**
   * The assets that lineage leads to, nearest first: those that people search, and columns in the schemas of their datasets.
   * Throws INVALID_REQUEST for a start whose type has no lineage.
   */
  selectLineage(
    input: LineageSelectionInput,
    scope: Scope,
  ): Promise<{ readonly urns: readonly Urn[]; readonly isPartial: boolean }>;
  /** Lists direct upstream or downstream neighbours, sorted by urn. Throws INVALID_REQUEST for `count` above 10,000. */
  listLineage(input: LineageListInput, scope: Scope): Promise<LineageList>;
}
