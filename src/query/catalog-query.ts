import type { LineageQuery } from './lineage/lineage-query.ts';
import type { LinkQuery } from './relationships/link-query.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { TimelineQuery } from './read-timeline.ts';

/** The complete read path: entities, search, lineage, relationships and timeline. */
export interface CatalogQuery extends MetadataQuery, LineageQuery, LinkQuery, TimelineQuery {}
