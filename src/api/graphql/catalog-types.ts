import type { Catalog } from '../../auth/catalog.ts';

/** What a search asks for. */
export type SearchInput = Parameters<Catalog['aggregate']>[0];

/** How a search behaves. */
export type SearchFlags = SearchInput['flags'];

/** One page of results. */
export type SearchOutcome = Awaited<ReturnType<Catalog['search']>>;

/** One hit. */
export type SearchHit = SearchOutcome['hits'][number];

/** Counted values of one field. */
export type FacetResult = SearchOutcome['facets'][number];

/** How lineage is followed. */
export type LineageFlags = LineageSearchInput['lineage'];

/** A search among what lineage leads to. */
export type LineageSearchInput = Parameters<Catalog['searchLineage']>[0];

/** A page of such a search. */
export type LineageSearchOutcome = Awaited<ReturnType<Catalog['searchLineage']>>;

/** A direct neighbour. */
export type LineageNeighbour = Awaited<ReturnType<Catalog['listLineage']>>['neighbours'][number];

/** Which points of a timeseries aspect are wanted. */
export type PointsInput = Parameters<Catalog['points']>[1];

/** A point of a timeseries aspect. */
export type Point = Awaited<ReturnType<Catalog['points']>>[number];
