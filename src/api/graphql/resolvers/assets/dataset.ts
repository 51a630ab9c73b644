import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { shownSchema } from '../../presenters/schema.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromKey, stored } from '../fields/aspect-field.ts';
import { getAspect } from '../../../../operations/entities/get-aspect.ts';

const originInUrn = fromKey('origin');

/** Fields of `DatasetProperties` that are not members of the aspect. */
export const DATASET_PROPERTIES = {
  origin: ({ of }, args, context) => stored(originInUrn(of, args, context)),
} satisfies Partial<Resolvers['DatasetProperties']>;

/** Fields of `Dataset`. */
export const DATASET = {
  schemaMetadata,
} satisfies Partial<Resolvers['Dataset']>;

/** `schemaMetadata` of an entity with columns, at an aspect version; 0 is the latest. */
export async function schemaMetadata(
  entity: EntityReference,
  { version }: ArgumentsOf<'Dataset', 'schemaMetadata'>,
  context: GraphqlContext,
): Promise<object | null> {
  const isLatest = (version ?? 0) === 0;
  const value = isLatest
    ? await context.loader.aspect(entity.urn, 'schemaMetadata')
    : (await context.run(getAspect, { urn: entity.urn, aspectName: 'schemaMetadata', version: version ?? 0 }))
        ?.value;
  if (value === undefined) return null;
  return { ...shownSchema(value, entity.urn, context.references), aspectVersion: version ?? 0 };
}
