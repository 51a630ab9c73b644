import type { EntityRegistry } from '../model/entity-registry.ts';
import { createLineageModel } from '../model/lineage.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { createLinkReader } from '../search/stated-links.ts';
import { createLineageList } from './lineage-list.ts';
import { createLineageNeighbours } from './lineage-neighbours.ts';
import type { LineageQuery } from './lineage-query.ts';
import { createLineageSearch } from './lineage-search.ts';
import type { MetadataQuery } from './metadata-query.ts';

/** What reading lineage needs of the rest of the read path. */
export interface LineageParts {
  readonly index: SearchIndex;
  readonly registry: EntityRegistry;
  readonly getEntities: MetadataQuery['getEntities'];
  readonly search: MetadataQuery['search'];
}

/** The part of the read path that follows lineage. */
export function createLineage(parts: LineageParts): LineageQuery {
  const model = createLineageModel(parts.registry);
  const linksOf = createLinkReader(parts.registry);
  const neighbours = createLineageNeighbours({ ...parts, model, linksOf });
  return {
    searchLineage: createLineageSearch({ ...parts, linksOf, neighbours }),
    listLineage: createLineageList({ ...parts, linksOf, neighbours }),
  };
}
