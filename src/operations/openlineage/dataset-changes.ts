import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { urnParts, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { EventColumn, EventDataset } from './event-shape.ts';
import { datasetUrn } from './event-urns.ts';
import { membersSet, ownersAdded, tagsAdded } from './shared-facets.ts';

/** Column types by OpenLineage's names; others are unknown. */
const COLUMN_TYPES: Readonly<Record<string, readonly string[]>> = {
  StringType: ['string', 'varchar', 'char'],
  BooleanType: ['boolean', 'bool'],
  BytesType: ['bytes', 'binary'],
  EnumType: ['enum'],
  NumberType: ['byte', 'short', 'long', 'int', 'integer', 'double', 'float', 'decimal', 'numeric'],
  TimeType: ['timestamp', 'datetime', 'date', 'time'],
  MapType: ['struct', 'record', 'map', 'object'],
  ArrayType: ['array', 'list'],
};

/** Proposals for a dataset of an event, which creates the dataset. */
export function datasetChanges(dataset: EventDataset): readonly MetadataChangeProposal[] {
  const urn = datasetUrn(dataset);
  const { documentation, ownership, tags, schema, lifecycleStateChange, datasetType } = dataset.facets ?? {};
  const isDropped = lifecycleStateChange?.lifecycleStateChange === 'DROP';
  const given = [datasetType?.datasetType, datasetType?.subType].flatMap((name) => (name ? [name] : []));
  const typeNames = [...new Set(given)];
  return [
    upsertOf(urn, 'status', { removed: isDropped }),
    ...(schema?.fields ? [upsertOf(urn, 'schemaMetadata', schemaOf(urn, schema.fields))] : []),
    ...membersSet(urn, 'datasetProperties', { description: documentation?.description ?? null }),
    ...ownersAdded(urn, ownership),
    ...tagsAdded(urn, tags),
    ...(typeNames.length > 0 ? [upsertOf(urn, 'subTypes', { typeNames })] : []),
  ];
}

function schemaOf(urn: Urn, columns: readonly EventColumn[]): JsonObject {
  const [platform = ''] = urnParts(urn).key;
  const raw = JSON.stringify(columns);
  const isMySql = /:(mysql|mariadb)$/.test(platform);
  return {
    schemaName: '',
    platform,
    version: 1,
    hash: '',
    platformSchema: isMySql
      ? { 'com.linkedin.schema.MySqlDDL': { tableSchema: raw } }
      : { 'com.linkedin.schema.OtherSchema': { rawSchema: raw } },
    fields: columns.flatMap((column) => fieldsOf(column, '')),
  };
}

/** The column and its nested columns, with paths that begin with that of the column. */
function fieldsOf({ name, type, description, fields }: EventColumn, prefix: string): readonly JsonObject[] {
  const fieldPath = prefix + name;
  const field = {
    fieldPath,
    nativeDataType: type ?? 'unknown',
    type: { type: { [`com.linkedin.schema.${typeOf(type ?? '')}`]: {} } },
    ...(description !== undefined && description !== null && { description }),
  };
  return [field, ...(fields ?? []).flatMap((inner) => fieldsOf(inner, `${fieldPath}.`))];
}

function typeOf(native: string): string {
  const known = Object.entries(COLUMN_TYPES).find(([, names]) => names.includes(native.toLowerCase()));
  return known?.[0] ?? 'NullType';
}
