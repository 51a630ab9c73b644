import { isObjectType, type GraphQLSchema } from 'graphql';
import { invalidRequest } from '../../../../errors.ts';
import type { Aspect, EntityAspects } from '../../../../model/aspect.ts';
import type { Urn } from '../../../../model/urn.ts';
import { getAspect } from '../../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import type { ReadEntities } from '../../context/entity-loader.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { nameInUrn } from '../fields/aspect-field.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { DatasetAsOf } from '../../schema/resolver-types.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { because } from '../../../../refusals.ts';

/** Versions by aspect name; 0 is the latest. */
type AspectVersions = ReadonlyMap<string, number>;

/** Query for past versions of datasets. */
export const VERSIONED_DATASET_QUERIES = {
  versionedDataset: answeredBy([getEntities, getAspect], (_root, { urn, versionStamp }, context) => {
    const entity = context.references.parseAs('dataset', urn);
    const versions = parseVersionStamp(versionStamp ?? '');
    return { entity, context: context.reading(readingAsOf(context, entity.urn, versions)) };
  }),
} satisfies Partial<Resolvers['Query']>;

/** Fields of `VersionedDataset` that differ from those of `Dataset`. */
export const VERSIONED_DATASET = {
  name: ({ entity, context }) => nameInUrn(entity, context),
} satisfies Partial<Resolvers['VersionedDataset']>;

/**
 * Sets the resolver of every other field of `VersionedDataset` to that of `Dataset`; the loader reads the requested
 * versions.
 */
export function presentVersions(schema: GraphQLSchema): void {
  const [current, versioned] = ['Dataset', 'VersionedDataset'].map((name) => schema.getType(name));
  if (!isObjectType(current) || !isObjectType(versioned)) return;
  for (const field of Object.values(versioned.getFields())) {
    if (Object.hasOwn(VERSIONED_DATASET, field.name)) continue;
    const { resolve } = current.getFields()[field.name] ?? {};
    field.resolve = ({ entity, context }: DatasetAsOf, args, _context, info) =>
      resolve?.(entity, args, context, info);
  }
}

function parseVersionStamp(stamp: string): AspectVersions {
  const parts = stamp.split(';').filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const [, name, version] = /^\s*(\w+):(\d{1,9})\s*$/.exec(part) ?? [];
      if (name === undefined || version === undefined) {
        throw invalidRequest(
          `Invalid version stamp '${stamp}': '${part}' is not of the form aspect:version. Use a versionStamp that getSchemaVersionList returns.`,
          undefined,
          because('INPUT_FORMAT', { name: 'versionStamp', value: stamp }),
        );
      }
      return [name, Number(version)] as const;
    }),
  );
}

/** A context that reads the aspects of the dataset `of` at these versions, and the latest aspects of other entities. */
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
