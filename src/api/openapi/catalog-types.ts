import type { Catalog } from '../../auth/catalog.ts';

// The services behind the catalog are none of a protocol's business; what they take and give comes through its door.

/** Outcome of a batch of proposals. */
export type IngestResult = Awaited<ReturnType<Catalog['ingest']>>;

/** What became of one proposal. */
export type ChangeResult = IngestResult['results'][number];

/** What a page of search results is asked for with. */
export type PageInput = Parameters<Catalog['search']>[0];

/** Counted values of one field. */
export type FacetResult = Awaited<ReturnType<Catalog['aggregate']>>[number];

/** Which links to list. */
export type LinkScrollInput = Parameters<Catalog['scrollLinks']>[0];

/** A page of links. */
export type LinkPage = Awaited<ReturnType<Catalog['scrollLinks']>>;

/** A link between two entities. */
export type Link = LinkPage['links'][number];

/** A point of a timeseries aspect with its time. */
export type ScannedPoint = Awaited<ReturnType<Catalog['scanPoints']>>[number];
