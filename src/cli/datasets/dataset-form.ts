import { propertyValue, scalarOf, type PropertyDefinition } from '../../model/structured-property.ts';
import { urnParts, type Urn } from '../../model/urn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { AspectValues } from '../connection/catalog-client.ts';

/** Values of a structured property on a dataset or column, as shown. */
export interface ShownAssignment {
  readonly urn: string;
  readonly qualified_name: string;
  readonly display_name?: string;
  readonly values: readonly (string | number)[];
}

/** A column, as shown. */
export interface ShownColumn {
  readonly path: string;
  readonly type: string;
  readonly description?: string;
  readonly structured_properties?: readonly ShownAssignment[];
}

/** A dataset, as shown; the order of members is that of the output. */
export interface DatasetForm {
  readonly urn: Urn;
  readonly name: string;
  readonly platform: string;
  readonly environment: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly glossary_terms: readonly string[];
  readonly owners: readonly string[];
  readonly domains: readonly string[];
  readonly container?: string;
  readonly structured_properties: readonly ShownAssignment[];
  readonly columns: readonly ShownColumn[];
  readonly removed?: true;
}

/** Entities that the aspects of a dataset refer to. */
export interface DatasetReferences {
  /** Definitions by property urn. */
  readonly definitions: ReadonlyMap<string, PropertyDefinition>;
  /** Aspects of the columns by column urn. */
  readonly columns: ReadonlyMap<string, AspectValues>;
}

/** Builds the shown form of a dataset from its aspects. Editable values take precedence. */
export function datasetForm(urn: Urn, aspects: AspectValues, references: DatasetReferences): DatasetForm {
  const [platform = '', key = '', environment = ''] = urnParts(urn).key;
  const { datasetProperties, editableDatasetProperties } = aspects;
  const description =
    text(editableDatasetProperties?.['description']) ?? text(datasetProperties?.['description']);
  const container = text(aspects['container']?.['container']);
  return {
    urn,
    name: text(editableDatasetProperties?.['name']) ?? text(datasetProperties?.['name']) ?? key,
    platform: platform.replace('urn:li:dataPlatform:', ''),
    environment,
    ...(description !== undefined && { description }),
    tags: members(aspects['globalTags']?.['tags'], 'tag'),
    glossary_terms: members(aspects['glossaryTerms']?.['terms'], 'urn'),
    owners: members(aspects['ownership']?.['owners'], 'owner'),
    domains: texts(aspects['domains']?.['domains']),
    ...(container !== undefined && { container }),
    structured_properties: assignments(aspects['structuredProperties'], references),
    columns: columnsOf(aspects['schemaMetadata']).map((column) => shownColumn(urn, column, references)),
    ...(aspects['status']?.['removed'] === true && { removed: true }),
  };
}

/** Columns of a `schemaMetadata` aspect. */
export function columnsOf(schema: JsonObject | undefined): readonly JsonObject[] {
  return objects(schema?.['fields']);
}

/** Urn of a column of a dataset. */
export function columnUrn(dataset: Urn, column: JsonObject): string {
  return `urn:li:schemaField:(${dataset},${text(column['fieldPath']) ?? ''})`;
}

/** Urns of the properties that the aspects assign. */
export function assignedProperties(aspects: AspectValues): readonly string[] {
  return members(aspects['structuredProperties']?.['properties'], 'propertyUrn');
}

function shownColumn(dataset: Urn, column: JsonObject, references: DatasetReferences): ShownColumn {
  const description = text(column['description']);
  const found = references.columns.get(columnUrn(dataset, column));
  const assigned = assignments(found?.['structuredProperties'], references);
  return {
    path: text(column['fieldPath']) ?? '',
    type: text(column['nativeDataType']) ?? '',
    ...(description !== undefined && { description }),
    ...(assigned.length > 0 && { structured_properties: assigned }),
  };
}

function assignments(
  aspect: JsonObject | undefined,
  references: DatasetReferences,
): readonly ShownAssignment[] {
  return objects(aspect?.['properties']).map((assignment) => {
    const urn = text(assignment['propertyUrn']) ?? '';
    const definition = references.definitions.get(urn);
    const values = list(assignment['values']).flatMap((value) => propertyValue(value) ?? []);
    return {
      urn,
      qualified_name: definition?.qualifiedName ?? urn.replace('urn:li:structuredProperty:', ''),
      ...(definition?.displayName !== undefined && { display_name: definition.displayName }),
      values: values.map(scalarOf),
    };
  });
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return list(value).filter(isJsonObject);
}

function members(value: JsonValue | undefined, member: string): readonly string[] {
  return objects(value).flatMap((item) => text(item[member]) ?? []);
}

function texts(value: JsonValue | undefined): readonly string[] {
  return list(value).filter((item) => typeof item === 'string');
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
