import type { LineageQuery } from './lineage-query.ts';
import type { LinkQuery } from './link-query.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { TimelineQuery } from './timeline.ts';

/** The whole read path: entities and searches, what leads from one to another, and how they became what they are. */
export interface CatalogQuery extends MetadataQuery, LineageQuery, LinkQuery, TimelineQuery {}
