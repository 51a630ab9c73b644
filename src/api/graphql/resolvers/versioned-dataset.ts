import type { Catalog } from '../../../auth/catalog.ts';
import { invalidRequest } from '../../../errors.ts';
import type { EntityAspects } from '../../../model/aspect.ts';
import type { Urn } from '../../../model/urn.ts';
import type { FieldResolvers, Resolver } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { GraphqlContext } from '../graphql-context.ts';
import { DATASET_DETAILS } from './dataset-details.ts';
import { DATASET } from './dataset.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';

/** A dataset, with a context that reads past versions of its aspects. */
interface DatasetAsOf {
  readonly entity: EntityReference;
  readonly context: GraphqlContext;
}

/** Versions by aspect name; 0 is the latest. */
type AspectVersions = ReadonlyMap<string, number>;

const FIELDS = [
  ...['urn', 'type', 'exists', 'name', 'origin', 'platform', 'properties', 'editableProperties', 'schema'],
  ...[
    'editableSchemaMetadata',
    'viewProperties',
    'tags',
    'glossaryTerms',
    'ownership',
    'domain',
    'container',
  ],
  ...[
    'parentContainers',
    'institutionalMemory',
    'deprecation',
    'subTypes',
    'status',
    'health',
    'relationships',
  ],
];

const OF_DATASET: FieldResolvers = { ...ENTITY_FIELDS, ...DATASET, ...DATASET_DETAILS };

/** Fields of `VersionedDataset`: those of `Dataset`, read from other versions of its aspects. */
export const VERSIONED_DATASET: FieldResolvers = Object.fromEntries(
  FIELDS.flatMap((name) => {
    const resolve = OF_DATASET[name];
    return resolve === undefined ? [] : [[name, asOf(resolve)] as const];
  }),
);

/** Query for past versions of datasets. */
export const VERSIONED_DATASET_QUERIES: FieldResolvers = {
  versionedDataset: (
    _root: unknown,
    { urn, versionStamp }: { readonly urn: string; readonly versionStamp?: string | null },
    { catalog, references, settings }: GraphqlContext,
  ): DatasetAsOf => {
    const entity = references.parseAs('dataset', urn);
    const versions = parseVersionStamp(versionStamp ?? '');
    const context = new GraphqlContext(catalogAsOf(catalog, entity.urn, versions), settings);
    return { entity, context };
  },
};

function asOf(resolve: Resolver): Resolver {
  const resolver = resolve as (entity: EntityReference, args: unknown, context: GraphqlContext) => unknown;
  return ({ entity, context }: DatasetAsOf, args: unknown) => resolver(entity, args, context);
}

function parseVersionStamp(stamp: string): AspectVersions {
  const parts = stamp.split(';').filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const [, name, version] = /^\s*(\w+):(\d{1,9})\s*$/.exec(part) ?? [];
      if (name === undefined || version === undefined) {
        throw invalidRequest(
          `Invalid version stamp '${stamp}': '${part}' is not of the form aspect:version. Use a versionStamp that getSchemaVersionList returns.`,
        );
      }
      return [name, Number(version)] as const;
    }),
  );
}

/** The catalog, with `getEntities` reading aspects of the dataset `of` at these versions. */
function catalogAsOf(catalog: Catalog, of: Urn, versions: AspectVersions): Catalog {
  return {
    ...catalog,
    getEntities: async (urns, aspectNames) => {
      const found = await catalog.getEntities(urns, aspectNames);
      const latest = found.get(of);
      if (latest === undefined) return found;
      const wanted = [...versions].filter(
        ([name, version]) => version > 0 && (aspectNames?.includes(name) ?? true),
      );
      const former = await Promise.all(
        wanted.map(async ([name, version]) => [name, await catalog.getAspect(of, name, version)] as const),
      );
      return new Map([...found, [of, replaced(latest, former)]]);
    },
  };
}

function replaced(
  latest: EntityAspects,
  former: readonly (readonly [string, Awaited<ReturnType<Catalog['getAspect']>>])[],
): EntityAspects {
  const aspects = new Map(latest);
  for (const [name, aspect] of former) {
    if (aspect === undefined) aspects.delete(name);
    else aspects.set(name, aspect);
  }
  return aspects;
}
