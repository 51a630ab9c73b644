import type { Catalog } from '../../auth/catalog.ts';

// Protocols must not import the services behind the catalog, so these types are derived from Catalog.

/** Outcome of a batch of proposals. */
export type IngestResult = Awaited<ReturnType<Catalog['ingest']>>;

/** Outcome of one proposal. */
export type ChangeResult = IngestResult['results'][number];

/** Request for a page of search results. */
export type PageInput = Parameters<Catalog['search']>[0];

/** Counted values of one field. */
export type FacetResult = Awaited<ReturnType<Catalog['aggregate']>>[number];

/** Request for a page of links. */
export type LinkScrollInput = Parameters<Catalog['scrollLinks']>[0];

/** A page of links. */
export type LinkPage = Awaited<ReturnType<Catalog['scrollLinks']>>;

/** A link between two entities. */
export type Link = LinkPage['links'][number];

/** A point of a timeseries aspect with its time. */
export type ScannedPoint = Awaited<ReturnType<Catalog['scanPoints']>>[number];
