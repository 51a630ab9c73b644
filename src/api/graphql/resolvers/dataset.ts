import type { JsonObject } from '../../../util/json.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { globalTags, glossaryTerms } from '../presenters/associations.ts';
import { object, objects, text } from '../presenters/json-members.ts';
import { details, fromAspect } from './aspect-field.ts';

/** Fields of `Dataset`. */
export const DATASET: FieldResolvers = {
  properties: details('datasetProperties'),
  editableProperties: fromAspect('editableDatasetProperties', (value) => value),
  viewProperties: fromAspect('viewProperties', (value) => ({
    materialized: value['materialized'] === true,
    logic: value['viewLogic'],
    language: value['viewLanguage'],
  })),
  schemaMetadata,
};

/** Names of column types by the last part of their class; the rest is only another word for it. */
const OTHER_WORDS: Readonly<Record<string, string>> = { RECORD: 'STRUCT' };

async function schemaMetadata(
  entity: EntityReference,
  { version }: { readonly version?: number | null },
  context: GraphqlContext,
): Promise<unknown> {
  const isLatest = (version ?? 0) === 0;
  const value = isLatest
    ? await context.loader.aspect(entity.urn, 'schemaMetadata')
    : (await context.catalog.getAspect(entity.urn, 'schemaMetadata', version ?? 0))?.value;
  if (value === undefined) return null;
  return {
    name: value['schemaName'],
    platformUrn: value['platform'],
    version: value['version'],
    hash: value['hash'],
    primaryKeys: value['primaryKeys'],
    fields: objects(value['fields']).map((field) => schemaField(field, entity, context)),
  };
}

function schemaField(field: JsonObject, { urn }: EntityReference, { references }: GraphqlContext): unknown {
  const tags = object(field['globalTags']);
  const terms = object(field['glossaryTerms']);
  const column = `urn:li:schemaField:(${urn},${text(field['fieldPath']) ?? ''})`;
  return {
    ...field,
    nullable: field['nullable'] === true,
    recursive: field['recursive'] === true,
    type: columnType(field['type']),
    tags: tags && globalTags(tags, column, references),
    glossaryTerms: terms && glossaryTerms(terms, column, references),
    schemaFieldEntity: references.find(column),
  };
}

/** `STRING` of `{"type": {"com.linkedin.schema.StringType": {}}}`. */
function columnType(value: unknown): string {
  const [className = ''] = Object.keys(object(object(value)?.['type']) ?? {});
  const word = className.replace(/^.*\./, '').replace(/Type$/, '').toUpperCase();
  return OTHER_WORDS[word] ?? word;
}
