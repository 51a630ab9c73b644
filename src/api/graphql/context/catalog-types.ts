import type { Catalog } from '../../../auth/catalog.ts';

/** Entity types, query, filter and flags of a search. */
export type SearchInput = Parameters<Catalog['aggregate']>[0];

export type SearchFlags = SearchInput['flags'];

/** One page of search results. */
export type SearchOutcome = Awaited<ReturnType<Catalog['search']>>;

export type SearchHit = SearchOutcome['hits'][number];

/** Value counts of one field. */
export type FacetResult = SearchOutcome['facets'][number];

/** Options of a lineage walk. */
export type LineageFlags = LineageSearchInput['lineage'];

/** A search among the upstream or downstream entities of an entity. */
export type LineageSearchInput = Parameters<Catalog['searchLineage']>[0];

/** One page of results of a lineage search. */
export type LineageSearchOutcome = Awaited<ReturnType<Catalog['searchLineage']>>;

/** A direct upstream or downstream neighbour. */
export type LineageNeighbour = Awaited<ReturnType<Catalog['listLineage']>>['neighbours'][number];

/** Time range, limit and filter for the points of a timeseries aspect. */
export type PointsInput = Parameters<Catalog['points']>[1];

/** A point of a timeseries aspect. */
export type Point = Awaited<ReturnType<Catalog['points']>>[number];
