import { Aspect, type AuditStamp, type SystemMetadata } from '../../model/aspect.ts';
import { storedInWireForm } from '../../model/aspects/aliased-unions.ts';
import type { PropertyGeneration, RemovalProgress } from '../../model/properties/property-generation.ts';
import type { Sequence } from '../../model/sequence.ts';
import { compareUrns, isUrn, type Urn } from '../../model/urn.ts';
import { entriesOf, type StoredGroups } from './log-entries-text.ts';
import type { AspectRow, EntityRow, RowInternal } from '../entity-rows.ts';
import type { Commit } from '../metadata-store.ts';
import type { CreatedEntity, DeletedNames } from '../system-reader.ts';

/** A database row by column name. All engines use the same column names and return numbers as JavaScript numbers. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** By whom and when a row was written. */
export type Written = Pick<EntityRow, 'created' | 'systemMetadata'>;

/** What the columns of a row say about its write. */
export function writtenIn(row: SqlRow): Written {
  return { created: stampOf(row), systemMetadata: systemMetadataOf(row) };
}

/** Converts a row to its entity. `written`: if its columns do not say it. */
export function toEntity(urn: Urn, row: SqlRow, written = writtenIn(row)): EntityRow {
  return { urn, ...written, createdIn: integer(row, 'createdin') };
}

/** Converts a row to an entity with its time of creation. */
export function toCreatedEntity(row: SqlRow): CreatedEntity {
  return { urn: urnOf(row), createdOn: integer(row, 'createdon') };
}

/** Converts a row to its aspect. `written`: if its columns do not say it. */
export function toAspectRow(
  urn: Urn,
  aspectName: string,
  row: SqlRow,
  { created, systemMetadata } = writtenIn(row),
): AspectRow {
  const aspect = new Aspect({
    urn,
    aspectName,
    text: storedInWireForm(aspectName, text(row, 'metadata')),
    systemMetadata,
    created,
    sequence: integer(row, 'sequence'),
  });
  const internal = parsed(row, 'internal') ?? {};
  return { aspect, internal };
}

/** When and by whom a row was hard-deleted. */
export function deletedBy(row: SqlRow): AuditStamp {
  return { time: integer(row, 'deletedon'), actor: urnText(text(row, 'deletedby')) };
}

/** Groups names of deleted aspects, one of each row, by urn, in binary order. */
export function deletedNames(
  rows: readonly { readonly urn: Urn; readonly sequence: Sequence; readonly aspectName: string }[],
): ReadonlyMap<Urn, DeletedNames> {
  return new Map(
    [...Map.groupBy(rows, ({ urn }) => urn)].map(([urn, group]) => {
      const aspectNames = group.map(({ aspectName }) => aspectName).sort(compareUrns);
      return [urn, { sequence: group[0]?.sequence ?? 0, aspectNames }];
    }),
  );
}

/** Converts a row of the change log to its commit. */
export function toCommit(row: SqlRow): Commit {
  const entries = entriesOf(parsed(row, 'entries') ?? []);
  const id = row['id'];
  return {
    sequence: integer(row, 'sequence'),
    ...(typeof id === 'string' && { id }),
    created: stampOf(row),
    entries,
  };
}

/** Converts a row to its property generation. */
export function toGeneration(row: SqlRow): PropertyGeneration {
  const ended = parsed(row, 'ended');
  const removal = parsed(row, 'removal');
  return {
    propertyUrn: urnText(text(row, 'property_urn')),
    generation: integer(row, 'generation'),
    qualifiedName: text(row, 'qualified_name'),
    entityTypes: parsed(row, 'entity_types') ?? [],
    ...(ended === undefined ? {} : { ended }),
    ...(removal === undefined ? {} : { removal }),
    droppedFrom: parsed(row, 'dropped_from') ?? [],
  };
}

/** Types of the JSON columns, which only this store's writer writes. */
interface JsonColumns {
  internal: RowInternal;
  systemmetadata: SystemMetadata;
  entries: StoredGroups;
  ended: NonNullable<PropertyGeneration['ended']>;
  removal: RemovalProgress;
  entity_types: readonly string[];
  dropped_from: readonly string[];
}

/** Undefined for NULL. */
function parsed<Column extends keyof JsonColumns>(
  row: SqlRow,
  column: Column,
): JsonColumns[Column] | undefined {
  return row[column] === null ? undefined : (JSON.parse(text(row, column)) as JsonColumns[Column]);
}

function missing(column: string): never {
  throw new Error(`Column ${column} of the store is empty.`);
}

/** Time and author of a row. */
export function stampOf(row: SqlRow): EntityRow['created'] {
  return { time: integer(row, 'createdon'), actor: urnText(text(row, 'createdby')) };
}

/** System metadata in a row. */
export function systemMetadataOf(row: SqlRow): SystemMetadata {
  return parsed(row, 'systemmetadata') ?? missing('systemmetadata');
}

/** Column `urn` of a row; throws when it is not a valid urn. */
export function urnOf(row: SqlRow): Urn {
  return urnText(text(row, 'urn'));
}

function urnText(value: string): Urn {
  if (!isUrn(value)) throw new Error(`The store contains an invalid urn: ${value}`);
  return value;
}

/** A text column; throws when it holds anything else. */
export function text(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`Column ${column} of the store contains no text.`);
  return value;
}

/** A number column; throws when it holds anything else. */
export function integer(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`Column ${column} of the store contains no number.`);
  return value;
}
