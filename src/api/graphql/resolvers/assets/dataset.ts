import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { editableSchema } from '../../presenters/asset-details.ts';
import { shownSchema } from '../../presenters/schema.ts';
import { auditStamp, auditStampOrNever } from '../../presenters/stamps.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey, nameFrom } from '../fields/aspect-field.ts';
import { getAspect } from '../../../../operations/entities/get-aspect.ts';

const originInUrn = fromKey('origin');

/** Fields of `Dataset`. */
export const DATASET = {
  name: nameFrom('datasetProperties'),
  properties: details('datasetProperties', {}, (value, _references, entity, context) => {
    const created = auditStamp(value['created']);
    const lastModified = auditStampOrNever(value['lastModified']);
    return {
      origin: originInUrn(entity, undefined, context),
      created: created?.time,
      createdActor: created?.actor,
      lastModified,
      lastModifiedActor: lastModified.actor,
    };
  }),
  editableProperties: fromAspect('editableDatasetProperties', (value) => value),
  viewProperties: fromAspect('viewProperties', (value) => ({
    materialized: value['materialized'] === true,
    logic: value['viewLogic'],
    language: value['viewLanguage'],
    formattedLogic: value['formattedViewLogic'],
  })),
  schemaMetadata,
  editableSchemaMetadata: fromAspect('editableSchemaMetadata', editableSchema),
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
