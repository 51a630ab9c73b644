import { columnType } from '../../../model/column-type.ts';
import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { yielding } from '../context/yielding.ts';
import type { Urn } from '../../../model/urn.ts';
import { ofType } from './associations.ts';
import { StoredRecord } from './stored-record.ts';
import { auditStamp } from './stamps.ts';

/** `SchemaMetadata` from the `schemaMetadata` aspect of entity `of`. */
export function shownSchema(value: JsonObject, of: string, references: EntityReferences): object {
  return {
    name: value['schemaName'],
    platformUrn: value['platform'],
    version: value['version'],
    hash: value['hash'],
    cluster: value['cluster'],
    datasetUrn: value['dataset'] ?? of,
    primaryKeys: value['primaryKeys'],
    createdAt: auditStamp(value['created'])?.time,
    platformSchema: platformSchema(value['platformSchema']),
    fields: yielding(objects(value['fields']), (field) => schemaField(field, of, references)),
    foreignKeys: yielding(objects(value['foreignKeys']), (key) => foreignKey(key, references)),
  };
}

/** `SchemaField` of a stored column of entity `of`. */
export function schemaField(field: JsonObject, of: string, references: EntityReferences): object {
  const column = `urn:li:schemaField:(${of},${text(field['fieldPath']) ?? ''})`;
  const shownTags = ofColumn(field['globalTags'], column);
  return {
    ...field,
    nullable: field['nullable'] === true,
    recursive: field['recursive'] === true,
    type: columnType(field['type']),
    globalTags: shownTags,
    tags: shownTags,
    glossaryTerms: ofColumn(field['glossaryTerms'], column),
    schemaFieldEntity: references.find(column),
  };
}

/** A record of a column, which may not exist as an entity. */
function ofColumn(value: unknown, column: string): StoredRecord | undefined {
  const record = object(value);
  // The record uses the column only in `associatedUrn`.
  return record && new StoredRecord(record, { urn: column as Urn, entityType: 'schemaField' });
}

/** `PlatformSchema`: the schema in the platform's native format; undefined if there is none. */
function platformSchema(value: unknown): object | undefined {
  const [schema] = objects(Object.values(object(value) ?? {}));
  const [keySchema, valueSchema] = [text(schema?.['keySchema']), text(schema?.['valueSchema'])];
  if (keySchema !== undefined && valueSchema !== undefined) return { keySchema, valueSchema };
  const raw = ['rawSchema', 'tableSchema', 'documentSchema', 'schema'].flatMap(
    (member) => text(schema?.[member]) ?? [],
  );
  return raw[0] === undefined ? undefined : { schema: raw[0] };
}

/** Name of the type in the union `PlatformSchema`. */
export function platformSchemaTypeName(value: object): 'KeyValueSchema' | 'TableSchema' {
  return 'keySchema' in value ? 'KeyValueSchema' : 'TableSchema';
}

function foreignKey(key: JsonObject, references: EntityReferences): object {
  const columns = (urns: unknown): readonly EntityReference[] =>
    texts(urns).flatMap((urn) => ofType('schemaField', references.find(urn)) ?? []);
  return {
    name: key['name'],
    foreignFields: columns(key['foreignFields']),
    sourceFields: columns(key['sourceFields']),
    foreignDataset: ofType('dataset', references.find(key['foreignDataset'])),
  };
}
