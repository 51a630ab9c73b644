import { createAttributeReader } from '../auth/policies/entity-attributes.ts';
import { withKnownMakers } from '../auth/policies/known-makers.ts';
import { PolicyAuthorizer } from '../auth/policies/policy-authorizer.ts';
import { withSubjects } from '../auth/policies/subject-attributes.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { CatalogQuery } from '../query/catalog-query.ts';
import { createMetadataQuery, type MetadataQueryParts } from '../query/create-query.ts';
import type { SystemReader } from '../store/system-reader.ts';
import type { ScopedStore } from '../store/scoped-reader.ts';
import type { Caches } from './caches.ts';

/** Dependencies of reads. */
export interface ReadsParts extends Pick<MetadataQueryParts, 'index' | 'readSize' | 'registry' | 'warn'> {
  readonly store: ScopedStore & { readonly reader: SystemReader };
  readonly caches: Pick<Caches, 'hierarchies' | 'makers' | 'policies' | 'properties' | 'stages'>;
}

/** Creates the read path and the authorizer. */
export function createReads({ caches, store, ...parts }: ReadsParts): {
  readonly query: CatalogQuery;
  readonly authorizer: PolicyAuthorizer;
} {
  const { hierarchies, makers, policies, properties, stages } = caches;
  const registry: EntityRegistry = parts.registry;
  const ofSubjects = withSubjects(createAttributeReader(store, properties), store.reader, registry);
  const readAttributes = withKnownMakers(ofSubjects, makers);
  return {
    authorizer: new PolicyAuthorizer({ directory: policies, properties, readAttributes }),
    query: createMetadataQuery({ store, properties, stages, hierarchies, ...parts }),
  };
}
