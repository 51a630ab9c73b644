import type { Aspect } from '../../model/aspect.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import type { AspectSpec, EntityRegistry, SearchableField } from '../../model/entity-registry.ts';
import { parseDay } from '../../model/properties/scalar-text.ts';
import { parseDecimal } from '../../util/decimal-number.ts';
import type { Generation, Sequence } from '../../model/sequence.ts';
import {
  STRUCTURED_PROPERTY,
  propertyValue,
  scalarOf,
  type PropertyDirectory,
  type PropertyState,
} from '../../model/structured-property.ts';
import { subjectAspects, tablesOf } from '../../model/access/subject-types.ts';
import { typedOwners } from '../../model/access/typed-owners.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { atOnce, type Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { objects } from '../../util/json/json-members.ts';
import { BARE_COLUMN, HELD_ASSIGNMENTS, WORDED_ASSIGNMENTS, assignmentField } from '../assignment-field.ts';
import { COLUMN_ASPECTS, columnLinks } from '../../model/relationships/column-links.ts';
import { DOWNSTREAM_COLUMNS, UPSTREAM_COLUMNS } from '../links/column-fields.ts';
import { DocumentFields, MAX_EXACT_LENGTH } from './document-fields.ts';
import { STATES_VIA, createEdgeReader, createViaTest, edgeField } from '../links/edges.ts';
import { QUERIED_TABLES, STATED_IN, TYPED_OWNERS } from './judged-fields.ts';
import { partsOfLong } from './value-parts.ts';
import { createFieldWriter, type FieldWriter } from './field-writer.ts';
import type { FieldValues, SearchDocument } from '../search-index.ts';
import { joinPaths, visitPaths, type PathTree } from '../value-paths.ts';

/** What a document needs of an aspect; one that is derived from the urn has no text. */
type IndexedAspect = Omit<Aspect, 'text'> & Partial<Pick<Aspect, 'text'>>;

/** The latest version of an aspect, stored or derived; an entity has one of each name. */
export interface IndexedRow {
  readonly aspect: IndexedAspect;
  readonly internal: {
    /** Generations that assignments were made under, by property urn. */
    readonly assignments?: Readonly<Record<string, Generation>>;
    /** Sequence of the last visible change, if this version changed nothing visible. */
    readonly shownSince?: Sequence;
    /** Time of that change, in epoch ms. */
    readonly shownAt?: number;
  };
}

/**
 * Builds the search document of an entity from all its aspects, including those derived from the urn. Contains property
 * values of live generations, also of soft-deleted properties, so that restoring one needs no reindexing. Calls `failed`
 * for each aspect that cannot be indexed, and omits it; without `failed` it throws.
 */
export type DocumentBuilder = (...of: DocumentParts) => BuiltDocument;

/** Builds a document as `DocumentBuilder`, in steps of a limited number of values. */
export type DocumentSteps = (...of: DocumentParts) => Steps<BuiltDocument>;

/** A new document, to which the caller may add values. */
export interface BuiltDocument extends SearchDocument {
  readonly values: Map<string, FieldValues>;
}

type DocumentParts = readonly [
  urn: Urn,
  rows: readonly IndexedRow[],
  properties: PropertyDirectory,
  failed?: (aspectName: string, error: unknown) => void,
];

/** Destination of the values of one search field of an aspect. */
interface Target {
  readonly write: FieldWriter;
  readonly field: SearchableField;
  /** Index into `tallied` if its values are counted, else -1. */
  readonly tally: number;
}

interface AspectReader {
  readonly tree: PathTree<Target>;
  /** Search fields with a derived field for presence, number or time of their values, by tally. */
  readonly tallied: readonly SearchableField[];
}

/** Length of a value in UTF-16 units above which its parsing may take a separate turn. */
const LONG = 65_536;

/** Creates a builder for the entity types of the registry, which takes one step. */
export function createDocumentBuilder(registry: EntityRegistry): DocumentBuilder {
  const stepsOf = createDocumentSteps(registry);
  return (...of) => atOnce(stepsOf(...of));
}

/** Creates a builder for the entity types of the registry. Readers of aspects are compiled on first use. */
export function createDocumentSteps(registry: EntityRegistry): DocumentSteps {
  const addLinks = createLinkWriter(registry);
  const readers = new Map<string, AspectReader | undefined>();
  const readerOf = (aspectName: string): AspectReader | undefined => {
    if (!readers.has(aspectName)) readers.set(aspectName, aspectReader(registry.aspects.get(aspectName)));
    return readers.get(aspectName);
  };
  return function* (urn, rows, properties, failed) {
    const fields = new DocumentFields();
    // Not inside the generator, whose code runs slower.
    const addPart = (
      reader: AspectReader,
      { aspect: { aspectName, created }, internal }: IndexedRow,
      value: JsonObject,
    ): void => {
      if (aspectName === STRUCTURED_PROPERTY.assignmentAspect) {
        addAssignments(fields, value, internal.assignments ?? {}, properties);
        return;
      }
      addFields(fields, reader, value, created.time);
      addLinks(fields, { urn, aspectName, value });
    };
    for (const row of rows) {
      const { aspectName } = row.aspect;
      const reader = readerOf(aspectName);
      if (reader === undefined) continue;
      try {
        const { text = '', value } = row.aspect;
        if (text.length > LONG && isTurnOver()) yield;
        const parts = partsOfLong(value);
        if (parts === undefined) addPart(reader, row, value);
        else {
          for (const part of parts) {
            addPart(reader, row, part);
            yield;
          }
        }
        addCombined(fields, row.aspect);
      } catch (error) {
        if (failed === undefined) throw error;
        failed(aspectName, error);
      }
    }
    const entityType = registry.findEntity(entityTypeOf(urn))?.name ?? entityTypeOf(urn);
    const named = subjectAspects(entityType);
    if (named.length > 0) addStatedIn(fields, rows, named);
    if (entityType === COLUMN_TYPE && isBare(rows)) fields.addFlag(BARE_COLUMN, true);
    const { texts, values } = yield* fields.finishSteps();
    return { urn, entityType, values, texts };
  };
}

/** Adds since when an entity names its subjects, in the aspects `named`. */
function addStatedIn(fields: DocumentFields, rows: readonly IndexedRow[], named: readonly string[]): void {
  const sequences = rows.flatMap(({ aspect }) => (named.includes(aspect.aspectName) ? aspect.sequence : []));
  if (sequences.length > 0) fields.addNumber(STATED_IN, Math.min(...sequences));
}

/** Whether only assignments are stored. Aspects derived from the urn have sequence 0. */
function isBare(rows: readonly IndexedRow[]): boolean {
  const { assignmentAspect } = STRUCTURED_PROPERTY;
  return rows.every(({ aspect }) => aspect.sequence === 0 || aspect.aspectName === assignmentAspect);
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

/** Adds values that combine several elements of an aspect. */
function addCombined(fields: DocumentFields, aspect: IndexedAspect): void {
  if (aspect.aspectName === 'ownership') {
    for (const owner of typedOwners(aspect.value)) fields.addWholeText(TYPED_OWNERS, owner);
  }
  if (aspect.aspectName === 'querySubjects') addQueriedTables(fields, aspect.value);
}

/** Omits the tables if their list is too long for one value: some of them must not be taken for all. */
function addQueriedTables(fields: DocumentFields, { subjects }: JsonObject): void {
  const urns = objects(subjects).flatMap(({ entity }) =>
    typeof entity === 'string' && isUrn(entity) ? [entity] : [],
  );
  if (urns.length === 0) return;
  const text = JSON.stringify(tablesOf(urns).toSorted());
  if (text.length <= MAX_EXACT_LENGTH) fields.addText(QUERIED_TABLES, text);
}

/** Adds the relationships that an aspect states, and its column lineage. */
type LinkWriter = (fields: DocumentFields, aspect: Pick<Aspect, 'urn' | 'aspectName' | 'value'>) => void;

function createLinkWriter(registry: EntityRegistry): LinkWriter {
  const edgesOf = createEdgeReader(registry);
  const statesVia = createViaTest(registry);
  return (fields, { urn, aspectName, value }) => {
    for (const { type, destination } of edgesOf(aspectName, value)) {
      fields.addText(edgeField(type), destination);
    }
    if (statesVia(aspectName, value)) fields.addFlag(STATES_VIA, true);
    if (!COLUMN_ASPECTS.includes(aspectName)) return;
    for (const { downstreams, upstreams } of columnLinks(urn, aspectName, value)) {
      for (const column of downstreams) fields.addText(DOWNSTREAM_COLUMNS, column);
      for (const column of upstreams) fields.addText(UPSTREAM_COLUMNS, column);
    }
  };
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
    // A false flag is a value, but does not count as present.
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
 * Adds the values of assignments made under live generations. Others are only listed in `HELD_ASSIGNMENTS`: no filter may
 * match their values, but the job that removes them must find them. The schema's search fields for attributions are
 * skipped: they do not distinguish properties, so they would still reveal who set the values of a soft-deleted one.
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
    fields.addWholeText(HELD_ASSIGNMENTS, assignmentField(propertyUrn, generation));
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
  const isWorded = property.definition.wordWeight !== undefined;
  if (isWorded) fields.addWholeText(WORDED_ASSIGNMENTS, field);
  for (const json of values) {
    const value = propertyValue(json);
    if (value === undefined) continue;
    const scalar = scalarOf(value);
    switch (property.definition.valueType) {
      case 'number':
        addIfNumber(fields, field, typeof scalar === 'number' ? scalar : parseDecimal(scalar));
        break;
      case 'date':
        addIfNumber(fields, field, typeof scalar === 'number' ? undefined : parseDay(scalar));
        break;
      default:
        fields.addWholeText(field, String(scalar));
        if (isWorded) fields.addWords(field, String(scalar));
    }
  }
}

function addIfNumber(fields: DocumentFields, field: string, number: number | undefined): void {
  if (number !== undefined) fields.addNumber(field, number);
}
