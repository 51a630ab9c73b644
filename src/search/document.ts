import type { Aspect } from '../model/aspect.ts';
import { COLUMN_TYPE } from '../model/lineage.ts';
import type { AspectSpec, EntityRegistry, SearchableField } from '../model/entity-registry.ts';
import { parseDay, parseDouble } from '../model/scalar-text.ts';
import type { Generation, Sequence } from '../model/sequence.ts';
import type { PropertyDirectory, PropertyState } from '../model/structured-property.ts';
import { STRUCTURED_PROPERTY, propertyValue, scalarOf } from '../model/structured-property.ts';
import { typedOwners } from '../model/typed-owners.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf, isUrn } from '../model/urn.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { isJsonObject } from '../util/json.ts';
import { BARE_COLUMN, HELD_ASSIGNMENTS, assignmentField } from './assignment-field.ts';
import { DOWNSTREAM_COLUMNS, UPSTREAM_COLUMNS, columnLinks } from './column-links.ts';
import { DocumentFields } from './document-fields.ts';
import type { EdgeReader } from './edges.ts';
import { createEdgeReader, edgeField } from './edges.ts';
import type { FieldWriter } from './field-writer.ts';
import { createFieldWriter } from './field-writer.ts';
import type { SearchDocument } from './search-index.ts';
import type { PathTree } from './value-paths.ts';
import { joinPaths, visitPaths } from './value-paths.ts';

/** Field that tells who owns an entity in which way, which no other does together; no public name leads to it. */
export const TYPED_OWNERS = 'owner:typed';

/**
 * The latest version of an aspect, stored or derived, with the generations of the assignments in it, and the commit that
 * made what is shown of it when that is not the one that wrote the version.
 */
export interface IndexedRow {
  readonly aspect: Aspect;
  readonly internal: {
    readonly assignments?: Readonly<Record<string, Generation>>;
    readonly shownSince?: Sequence;
  };
}

/**
 * Builds the search document of an entity from all its aspects, those derived from the urn included. Of the
 * property assignments it takes those of live generations, also of soft-deleted properties: restoring one needs no
 * rewrite.
 */
export type DocumentBuilder = (
  urn: Urn,
  rows: ReadonlyMap<string, IndexedRow>,
  properties: PropertyDirectory,
) => SearchDocument;

/** Where the values of one search field of an aspect go. */
interface Target {
  readonly write: FieldWriter;
  readonly field: SearchableField;
  /** Number of the target in the aspect if its values are counted, else -1. */
  readonly tally: number;
}

interface AspectReader {
  readonly tree: PathTree<Target>;
  /** Search fields that say whether, how many or when values were given, in the order of their tallies. */
  readonly tallied: readonly SearchableField[];
}

/** A builder for the entity types of the registry. What an aspect contributes is worked out when it is first seen. */
export function createDocumentBuilder(registry: EntityRegistry): DocumentBuilder {
  const edgesOf = createEdgeReader(registry);
  const readers = new Map<string, AspectReader | undefined>();
  const readerOf = (aspectName: string): AspectReader | undefined => {
    if (!readers.has(aspectName)) readers.set(aspectName, aspectReader(registry.aspects.get(aspectName)));
    return readers.get(aspectName);
  };
  return (urn, rows, properties) => {
    const fields = new DocumentFields();
    for (const row of rows.values())
      addAspect(fields, row, readerOf(row.aspect.aspectName), edgesOf, properties);
    const entityType = registry.findEntity(entityTypeOf(urn))?.name ?? entityTypeOf(urn);
    if (entityType === COLUMN_TYPE && isBare(rows)) fields.addFlag(BARE_COLUMN, true);
    return { urn, entityType, values: fields.values, texts: fields.texts };
  };
}

/** Whether no aspect is stored besides assignments; those that are derived from the urn belong to no commit. */
function isBare(rows: ReadonlyMap<string, IndexedRow>): boolean {
  const { assignmentAspect } = STRUCTURED_PROPERTY;
  return [...rows.values()].every(
    ({ aspect }) => aspect.sequence === 0 || aspect.aspectName === assignmentAspect,
  );
}

function aspectReader(aspect: AspectSpec | undefined): AspectReader | undefined {
  if (aspect?.kind !== 'versioned') return undefined;
  const tallied: SearchableField[] = [];
  const targets = aspect.searchable.map((field) => {
    const isTallied =
      field.hasValuesFieldName !== undefined ||
      field.numValuesFieldName !== undefined ||
      field.systemModifiedAtFieldName !== undefined;
    const tally = isTallied ? tallied.push(field) - 1 : -1;
    return { path: field.path, target: { write: createFieldWriter(field), field, tally } };
  });
  return { tree: joinPaths(targets), tallied };
}

function addAspect(
  fields: DocumentFields,
  { aspect, internal }: IndexedRow,
  reader: AspectReader | undefined,
  edgesOf: EdgeReader,
  properties: PropertyDirectory,
): void {
  if (reader === undefined) return;
  if (aspect.aspectName === STRUCTURED_PROPERTY.assignmentAspect) {
    // The search fields that the schema declares for attributions tell no property from another, so they would go on
    // showing who set the values of a soft-deleted one: they are left out.
    addAssignments(fields, aspect.value, internal.assignments ?? {}, properties);
    return;
  }
  addFields(fields, reader, aspect.value, aspect.created.time);
  if (aspect.aspectName === 'ownership') {
    for (const owner of typedOwners(aspect.value)) fields.addText(TYPED_OWNERS, owner, Infinity);
  }
  for (const { type, destination } of edgesOf(aspect.aspectName, aspect.value)) {
    fields.addText(edgeField(type), destination);
  }
  for (const { downstreams, upstreams } of columnLinks(aspect.urn, aspect.aspectName, aspect.value)) {
    for (const column of downstreams) fields.addText(DOWNSTREAM_COLUMNS, column);
    for (const column of upstreams) fields.addText(UPSTREAM_COLUMNS, column);
  }
}

function addFields(
  fields: DocumentFields,
  { tree, tallied }: AspectReader,
  value: JsonObject,
  writtenAt: number,
): void {
  const counts = tallied.map(() => 0);
  visitPaths(tree, value, ({ write, tally }, at) => {
    write(fields, at);
    // A false flag is a value, but nothing that the entity has.
    if (tally >= 0 && at !== false) counts[tally] = (counts[tally] ?? 0) + 1;
  });
  tallied.forEach((field, i) => {
    const count = counts[i] ?? 0;
    if (field.hasValuesFieldName !== undefined) fields.addFlag(field.hasValuesFieldName, count > 0);
    if (field.numValuesFieldName !== undefined) fields.addCount(field.numValuesFieldName, count);
    if (field.systemModifiedAtFieldName !== undefined && count > 0) {
      fields.addNumber(field.systemModifiedAtFieldName, writtenAt);
    }
  });
}

/**
 * Adds the values of the assignments that count. Of the others the document says only that the entity holds them: no
 * filter may find them, and the job that removes them must.
 */
function addAssignments(
  fields: DocumentFields,
  value: JsonObject,
  generations: Readonly<Record<string, Generation>>,
  properties: PropertyDirectory,
): void {
  const assignments: readonly JsonValue[] = Array.isArray(value['properties']) ? value['properties'] : [];
  for (const assignment of assignments) {
    if (!isJsonObject(assignment)) continue;
    const { propertyUrn, values } = assignment;
    if (typeof propertyUrn !== 'string' || !isUrn(propertyUrn)) continue;
    const generation = generations[propertyUrn];
    if (generation === undefined) continue;
    fields.addText(HELD_ASSIGNMENTS, assignmentField(propertyUrn, generation), Infinity);
    const property = properties.get(propertyUrn);
    if (property?.generation === generation && Array.isArray(values)) {
      addPropertyValues(fields, property, values);
    }
  }
}

function addPropertyValues(
  fields: DocumentFields,
  property: PropertyState,
  values: readonly JsonValue[],
): void {
  const field = assignmentField(property.urn, property.generation);
  for (const json of values) {
    const value = propertyValue(json);
    if (value === undefined) continue;
    const scalar = scalarOf(value);
    switch (property.definition.valueType) {
      case 'number':
        addIfNumber(fields, field, typeof scalar === 'number' ? scalar : parseDouble(scalar));
        break;
      case 'date':
        addIfNumber(fields, field, typeof scalar === 'number' ? undefined : parseDay(scalar));
        break;
      default:
        fields.addText(field, String(scalar), Infinity);
    }
  }
}

function addIfNumber(fields: DocumentFields, field: string, number: number | undefined): void {
  if (number !== undefined) fields.addNumber(field, number);
}
