import { invalidRequest } from '../../../../errors.ts';
import type { Aspect, EntityAspects } from '../../../../model/aspect.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { Urn } from '../../../../model/urn.ts';
import { getAspect } from '../../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import type { ReadEntities } from '../../context/entity-loader.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { DatasetAsOf } from '../../schema/resolver-types.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { DATASET_DETAILS } from '../assets/dataset-details.ts';
import { DATASET } from '../assets/dataset.ts';
import { ENTITY_FIELDS } from '../entities/entity-fields.ts';

/** Versions by aspect name; 0 is the latest. */
type AspectVersions = ReadonlyMap<string, number>;

/** Fields of `VersionedDataset`: those of `Dataset`, read from other versions of its aspects. */
export const VERSIONED_DATASET = {
  urn: asOf(ENTITY_FIELDS.urn),
  type: asOf(ENTITY_FIELDS.type),
  exists: asOf(ENTITY_FIELDS.exists),
  name: asOf(ENTITY_FIELDS.name),
  origin: asOf(ENTITY_FIELDS.origin),
  platform: asOf(ENTITY_FIELDS.platform),
  properties: asOf(DATASET.properties),
  editableProperties: asOf(DATASET.editableProperties),
  schema: asOf(DATASET_DETAILS.schema),
  editableSchemaMetadata: asOf(DATASET.editableSchemaMetadata),
  viewProperties: asOf(DATASET.viewProperties),
  tags: asOf(ENTITY_FIELDS.tags),
  glossaryTerms: asOf(ENTITY_FIELDS.glossaryTerms),
  ownership: asOf(ENTITY_FIELDS.ownership),
  domain: asOf(ENTITY_FIELDS.domain),
  container: asOf(ENTITY_FIELDS.container),
  parentContainers: asOf(ENTITY_FIELDS.parentContainers),
  institutionalMemory: asOf(ENTITY_FIELDS.institutionalMemory),
  deprecation: asOf(ENTITY_FIELDS.deprecation),
  subTypes: asOf(ENTITY_FIELDS.subTypes),
  status: asOf(ENTITY_FIELDS.status),
  health: asOf(ENTITY_FIELDS.health),
  relationships: asOf(ENTITY_FIELDS.relationships),
} satisfies Resolvers['VersionedDataset'];

/** Query for past versions of datasets. */
export const VERSIONED_DATASET_QUERIES = {
  versionedDataset: answeredBy([getEntities, getAspect], (_root, { urn, versionStamp }, context) => {
    const entity = context.references.parseAs('dataset', urn);
    const versions = parseVersionStamp(versionStamp ?? '');
    return { entity, context: context.reading(readingAsOf(context, entity.urn, versions)) };
  }),
} satisfies Partial<Resolvers['Query']>;

function asOf<Arguments, Result>(
  resolve: (entity: EntityReference, args: Arguments, context: GraphqlContext) => Result,
) {
  return ({ entity, context }: DatasetAsOf, args: Arguments) => resolve(entity, args, context);
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

/** Reads the latest aspects of entities, but aspects of the dataset `of` at these versions. */
function readingAsOf(context: GraphqlContext, of: Urn, versions: AspectVersions): ReadEntities {
  return async (selection) => {
    const found = await context.run(getEntities, selection);
    const latest = found.get(of);
    if (latest === undefined) return found;
    const { aspectNames } = selection;
    const wanted = [...versions].filter(
      ([name, version]) => version > 0 && (aspectNames?.includes(name) ?? true),
    );
    const former = await Promise.all(
      wanted.map(async ([aspectName, version]) => {
        const aspect = await context.run(getAspect, { urn: of, aspectName, version });
        return [aspectName, aspect] as const;
      }),
    );
    return new Map([...found, [of, replaced(latest, former)]]);
  };
}

function replaced(
  latest: EntityAspects,
  former: readonly (readonly [string, Aspect | undefined])[],
): EntityAspects {
  const aspects = new Map(latest);
  for (const [name, aspect] of former) {
    if (aspect === undefined) aspects.delete(name);
    else aspects.set(name, aspect);
  }
  return aspects;
}
