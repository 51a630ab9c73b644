import type { EntityRegistry } from '../model/entity-registry.ts';
import type { LifecycleStages } from '../model/lifecycle-stage.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import { createDocumentSteps } from '../search/documents/document.ts';
import { createMapping } from '../search/mapping.ts';
import type { SearchReader } from '../search/search-index.ts';
import { createLinkReader } from '../search/links/stated-links.ts';
import { DEFAULT_READ_SIZE } from '../store/read-limit.ts';
import type { ScopedStore } from '../store/scoped-reader.ts';
import { cancellableIndex } from './cancellable-index.ts';
import type { CatalogQuery } from './catalog-query.ts';
import { createAssignmentCounting } from './count-assignments.ts';
import { defaultEntityTypes } from './default-types.ts';
import { createEntityReading } from './get-entities.ts';
import { createLineage } from './lineage/lineage.ts';
import { createRelationships } from './relationships/relationships.ts';
import { createRowQuery } from './rows/create-row-query.ts';
import { createEntitySearch } from './search-entities.ts';
import { createFieldSummaries } from './facets/summarize-fields.ts';
import { createTimeline } from './read-timeline.ts';
import { createStageReading } from './lifecycle/read-stages.ts';
import { Territories } from './inheritance/territories.ts';
import type { LastChanges } from './inheritance/hierarchy-changes.ts';
import type { Warn } from './warn-unknown-field.ts';

export interface MetadataQueryParts {
  readonly store: ScopedStore;
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  /** Must be kept up to date by a follower of the change log. */
  readonly properties: PropertyDirectory;
  /** Must be kept up to date by a follower of the change log, like `properties`. */
  readonly stages: LifecycleStages;
  /** Must be kept up to date by a follower of the change log, like `properties`. */
  readonly hierarchies: LastChanges;
  readonly warn: Warn;
  /** Maximum characters of the versions of an aspect, or of points, that one response may need; default: 64 Mi. */
  readonly readSize?: number;
}

/** Creates the read path. Throws INVALID_REQUEST if search fields of the registry contradict each other. */
export function createMetadataQuery({
  store,
  index: reader,
  registry,
  properties,
  stages,
  hierarchies,
  warn,
  readSize = DEFAULT_READ_SIZE,
}: MetadataQueryParts): CatalogQuery {
  const index = cancellableIndex(reader);
  const mapping = createMapping(registry);
  const reading = createEntityReading({ reader: store.scoped, registry, readSize });
  const { getEntities } = reading;
  const entityTypes = defaultEntityTypes(registry);
  const territories = new Territories(index, hierarchies);
  const parts = {
    index,
    registry,
    mapping,
    properties,
    stages,
    territories,
    defaultEntityTypes: entityTypes,
    warn,
  };
  const documentSteps = createDocumentSteps(registry);
  const search = createEntitySearch({ ...parts, getEntities, documentSteps });
  const countAssignments = createAssignmentCounting(parts);
  const linksOf = createLinkReader(registry);
  const relationships = createRelationships({ index, registry, mapping, properties, linksOf, getEntities });
  const lineage = createLineage({ ...parts, linksOf, getEntities, search: search.search });
  return {
    properties,
    ...reading,
    ...search,
    indexed: () => index.position(),
    summarize: createFieldSummaries(parts),
    endedGenerations: (scope) => store.scoped.endedGenerations(scope),
    lifecycleStages: createStageReading(stages),
    countAssignments,
    relationships,
    ...lineage,
    ...createRowQuery({ store, registry, getEntities, readSize }),
    ...createTimeline({ reader: store.scoped, registry, getEntities, readSize }),
  };
}
