import type { EntityRegistry } from '../../model/entity-registry.ts';
import { createLineageModel } from '../../model/relationships/lineage.ts';
import type { SearchReader } from '../../search/search-index.ts';
import type { LinkReader } from '../../search/links/stated-links.ts';
import { createLineageCount } from './lineage-count.ts';
import { createLineageList } from './lineage-list.ts';
import { createLineageNeighbours } from './lineage-neighbours.ts';
import type { LineageQuery } from './lineage-query.ts';
import { createLineageSelection } from './lineage-selection.ts';
import { createLineageSearch } from './lineage-search.ts';
import type { MetadataQuery } from '../metadata-query.ts';
import { createLinkScroll } from '../relationships/relationships-scroll.ts';
import type { LinkQuery } from '../relationships/link-query.ts';

export interface LineageParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
  readonly search: MetadataQuery['search'];
}

/** Creates the read path for lineage, and for scrolling through relationships. */
export function createLineage(parts: LineageParts): LineageQuery & LinkQuery {
  const model = createLineageModel(parts.registry);
  const neighbours = createLineageNeighbours({ ...parts, model });
  return {
    searchLineage: createLineageSearch({ ...parts, neighbours }),
    countLineage: createLineageCount({ ...parts, neighbours }),
    selectLineage: createLineageSelection({ ...parts, model, neighbours }),
    scrollLinks: createLinkScroll({ ...parts, model }),
    listLineage: createLineageList({ ...parts, neighbours }),
  };
}
